// Builds plugins that users install with their agent's own commands, from the same plans as `leftoff init`: a
// marketplace folder for Claude Code and Codex, and an extension for Gemini CLI. `--out` replaces dist/plugins.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export async function plugins(out) {
  const { PLANS, hookGroup, packagedCommand, shellDelivery } = await sources()
  rmSync(out, { recursive: true, force: true })

  const hooksFor = (agent, folder) => {
    const { hooks } = PLANS[agent].files.find((file) => file.hooks)
    const rows = hooks.map((hook) => [
      hook.event,
      [hookGroup(hook, packagedCommand(agent, hook.mode, folder))],
    ])
    return {
      description: 'Records what the agent does and gives it a brief of the last session',
      hooks: Object.fromEntries(rows),
    }
  }
  const scripts = scriptTexts(shellDelivery('@spool@', '$leftoff_agent'))
  const about = { name: 'leftoff', version, description }
  const author = { name: 'leftoff' }

  const plugin = join(out, 'plugins', 'leftoff')
  for (const [name, text] of Object.entries(scripts)) write(join(plugin, 'scripts', name), text, 0o755)
  json(join(out, '.claude-plugin', 'marketplace.json'), {
    name: 'leftoff',
    owner: author,
    metadata: { description, version },
    plugins: [{ name: 'leftoff', source: './plugins/leftoff', description, version }],
  })
  json(join(plugin, '.claude-plugin', 'plugin.json'), { ...about, author, license })
  json(join(plugin, 'hooks', 'hooks.json'), hooksFor('claude-code', variable('CLAUDE_PLUGIN_ROOT')))
  json(join(plugin, '.mcp.json'), {
    mcpServers: { leftoff: server(variable('CLAUDE_PLUGIN_ROOT')) },
  })

  json(join(out, '.agents', 'plugins', 'marketplace.json'), {
    name: 'leftoff',
    interface: { displayName: 'leftoff' },
    plugins: [
      {
        name: 'leftoff',
        source: { source: 'local', path: './plugins/leftoff' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Productivity',
      },
    ],
  })
  json(join(plugin, '.codex-plugin', 'plugin.json'), {
    ...about,
    author,
    license,
    hooks: './hooks/codex.json',
    mcpServers: './codex-mcp.json',
  })
  const { hooks } = hooksFor('codex', variable('PLUGIN_ROOT'))
  json(join(plugin, 'hooks', 'codex.json'), { hooks })
  // The command is looked up on the PATH, because Codex does not replace variables here, and setting the
  // working folder would hide the project.
  json(join(plugin, 'codex-mcp.json'), { mcpServers: { leftoff: { command: 'leftoff', args: ['mcp'] } } })
  write(join(plugin, 'README.md'), README, 0o644)

  const extension = join(out, 'gemini', 'leftoff')
  for (const [name, text] of Object.entries(scripts)) write(join(extension, 'scripts', name), text, 0o755)
  json(join(extension, 'gemini-extension.json'), {
    ...about,
    mcpServers: { leftoff: server(variable('extensionPath')) },
  })
  write(join(extension, 'README.md'), README, 0o644)
  json(join(extension, 'hooks', 'hooks.json'), hooksFor('gemini-cli', variable('extensionPath')))
}

const README = `# leftoff

Your coding agent picks up where it left off. This package adds hooks that record what the agent does as events in a log
on your machine, and an MCP server that lets it read the state of earlier sessions: decisions, blockers, next steps,
files.

It needs the leftoff command: \`npm install -g leftoff\`. Until the command is installed, the hooks only store
their payloads in a private folder. Nothing leaves the machine. Use either this package or \`leftoff init\` for an
agent, not both.
`

/** Started through the shell, because some ways of distributing a plugin drop the executable bit. */
const server = (folder) => ({ command: 'sh', args: [`${folder}/scripts/mcp`] })

/** A variable that the client replaces with the plugin's folder. */
const variable = (name) => `\${${name}}`

/** The plans are TypeScript, so they are bundled before they are loaded. */
async function sources() {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-plugins-'))
  try {
    const outfile = join(folder, 'plans.mjs')
    await build({
      stdin: {
        contents: `export { PLANS } from './src/install/plans.ts'
          export { hookGroup, packagedCommand } from './src/agent/install-plan.ts'
          export { shellDelivery } from './src/spool/shell.ts'`,
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'error',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Finds the home folder as src/host/paths.ts does, because no variable tells a plugin where it is. */
const HOME = [
  'd=$LEFTOFF_HOME',
  '[ -n "$d" ]||case $XDG_DATA_HOME in /*)d=$XDG_DATA_HOME/leftoff;;*)[ -z "$HOME" ]||d=$HOME/.local/share/leftoff;;esac',
  '[ -n "$LEFTOFF_HOME" ]||[ -d /proc/self ]||[ ! -d "$HOME/Library/Application Support" ]||d="$HOME/Library/Application Support/leftoff"',
]

/** The scripts are not in a folder named bin, because Claude Code puts a plugin's bin on the PATH of its shell. */
function scriptTexts(delivery) {
  const lines = (...list) => `${[...HOME, ...list].join('\n')}\n`
  const find = 'l=$(command -v leftoff)||l=$d/bin/leftoff'
  // Sourcing a missing file ends the shell with an error.
  const deliver = `{ s="${variable('f%/*')}/spool";[ -r "$s" ]&&. "$s";exit 0; }`
  return {
    spool: lines('[ -n "$d" ]||{ cat >/dev/null;exit 0; }', delivery.replace("'@spool@'", '"$d/spool"')),
    // If leftoff is not installed or cannot start, the payload is spooled.
    hook: lines(
      find,
      `[ -x "$l" ]||${deliver}`,
      `NODE_EXTRA_CA_CERTS= "$l" hook "$leftoff_agent" 2>/dev/null||${deliver}`,
      'exit 0',
    ),
    // Without a marker the prompt needs no answer and is spooled (src/spool/prompt-markers.ts).
    prompt: lines(
      `s="${variable('f%/*')}/spool"`,
      `[ -e "$d/spool/pending/$leftoff_agent" ]&&s="${variable('f%/*')}/hook"`,
      '[ -r "$s" ]&&. "$s"',
      'exit 0',
    ),
    mcp: `#!/bin/sh\n${lines(
      find,
      '[ -x "$l" ]&&exec "$l" mcp',
      'echo "leftoff is not installed: npm install -g leftoff" >&2',
      'exit 127',
    )}`,
  }
}

const json = (path, value) => write(path, `${JSON.stringify(value, null, 2)}\n`, 0o644)

function write(path, text, mode) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--out')
  await plugins(at < 0 ? join(root, 'dist', 'plugins') : resolve(process.argv[at + 1]))
}
