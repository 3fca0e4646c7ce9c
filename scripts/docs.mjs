// Checks the docs: generated text must be up to date, and every relative link and anchor must resolve. `--write`
// updates the generated text: docs/reference (cli, settings, events, api) and the command output in README.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { apiReference } from './api.mjs'
import { childEnvironment, prepareProject, root } from './project.mjs'

const isWriting = process.argv.includes('--write')
const problems = []

prepareProject()
const code = await bundledCode()
await compare('docs/reference/cli.md', commandLine(code))
await compare('docs/reference/settings.md', settings(code))
await compare('docs/reference/events.md', events(code))
await compare('docs/reference/api.md', apiReference())
await compare('README.md', checkedSessions(readFileSync(join(root, 'README.md'), 'utf8')))
checkLinks()
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log('documents are up to date and all links resolve')
process.exitCode = problems.length > 0 ? 1 : 0

async function compare(name, wanted) {
  const path = join(root, name)
  const current = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (normal(current) === normal(wanted)) return
  if (isWriting) return writeFileSync(path, wanted)
  problems.push(`${name} is out of date (npm run docs updates it): ${firstDifference(current, wanted)}`)
}

async function bundledCode() {
  const folder = join(root, 'node_modules', '.cache', 'leftoff-docs')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, 'app.mjs')
  await build({
    stdin: {
      contents: `export { application } from './src/cli/app.ts'
        export { generateHelpTextForAllCommands } from '@stricli/core'
        export { SETTINGS, SETTING_KEYS, formatSetting, variableOf } from './src/app/settings.ts'
        export { catalogue } from './src/event/catalogue.ts'
        export { FAMILIES } from './src/event/define.ts'`,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'error',
  })
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`)
}

function commandLine(code) {
  const app = code.application({ asJson: false, version: '', colour: (text) => text })
  const help = code
    .generateHelpTextForAllCommands(app)
    .map(([route, text]) => `## ${route}\n\n\`\`\`\n${text.trim()}\n\`\`\`\n`)
  return `# Command line

This page is generated from the code by \`npm run docs\` and checked by \`npm run check\`. Another page lists the [settings](settings.md).

- With \`--json\`, a command prints one JSON document to stdout, and errors as \`{"error": {"code", "message", "where", "fix", "exit"}}\` to stderr. Times are integers in milliseconds, UTC.
- The exit codes are 0 (ok), 1 (failed), 2 (usage), 3 (not found), 4 (damaged) and 5 (busy).
- Ids can be shortened to any unique prefix.

${help.join('\n')}`
}

function settings({ SETTINGS, SETTING_KEYS, formatSetting, variableOf }) {
  const rows = SETTING_KEYS.map((key) => {
    const { fallback, about, isUsers } = SETTINGS[key]
    return `| \`${key}\` | ${formatSetting(key, fallback)} | \`${variableOf(key)}\` | ${isUsers ? '' : 'yes'} | ${about} |`
  })
  return `# Settings

This page is generated from the code by \`npm run docs\` and checked by \`npm run check\`.

\`leftoff config set KEY VALUE\` changes a setting, and \`leftoff config list\` shows all settings. leftoff uses the first value that it finds in:

1. the environment variable;
2. \`.leftoff.json\` in the checkout, for keys that a project may set;
3. your own settings file (\`leftoff config path\` prints its path);
4. the default.

| key | default | variable | project may set | meaning |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function events({ catalogue, FAMILIES }) {
  const row = ({ type, version, activity, schema }) => {
    const fields = Object.entries(schema.entries)
      .filter(([name]) => name !== 'via')
      .map(([name, { type: kind }]) => `\`${name}${kind === 'optional' ? '?' : ''}\``)
    return `| \`${type}\` | ${version} | ${activity ? 'yes' : ''} | ${fields.join(', ')} |`
  }
  const sections = FAMILIES.map((family) => {
    const rows = catalogue.filter((event) => event.family === family).map(row)
    return `## ${family}\n\n| event | version | activity | fields |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Events

This page is generated from \`src/event\` by \`npm run docs\` and checked by \`npm run check\`.

Every event has an id, a session, a number in that session (\`seq\`, without gaps) and a time in milliseconds UTC. \`?\` marks an optional field. If an event did not come from the agent's hooks, its field \`via\` says how it arrived (\`import\`, \`transcript\`, ...).

An *activity* event keeps a session active and reopens a session that has stopped. A released version of an event never changes ([versions](versions.md#events-and-logs)).

${sections.join('\n')}`
}

/** Runs the blocks after <!-- run --> in a scratch home and a scratch project, one after the other. */
function checkedSessions(text) {
  const scratch = mkdtempSync(join(tmpdir(), 'leftoff-docs-'))
  const project = join(scratch, 'shop')
  mkdirSync(project)
  spawnSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: project })
  const env = childEnvironment({ LEFTOFF_HOME: join(scratch, 'home'), NO_COLOR: '1', TZ: 'UTC' })
  try {
    return text.replace(/(<!-- run -->\n```console\n)([\s\S]*?)(```)/g, (_, open, block, close) => {
      const commands = block.split('\n').filter((line) => line.startsWith('$ '))
      return open + commands.map((line) => `${line}\n${shell(line.slice(2), project, env)}`).join('') + close
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function shell(command, cwd, env) {
  const leftoff = `leftoff() { "${process.execPath}" "${join(root, 'dist', 'leftoff.cjs')}" "$@"; }`
  const { stdout, stderr } = spawnSync('sh', ['-c', `${leftoff}; ${command}`], { cwd, env, encoding: 'utf8' })
  return stdout + stderr
}

function checkLinks() {
  for (const file of documents(root)) {
    for (const target of linksIn(withoutCode(readFileSync(file, 'utf8')))) {
      const [path = '', anchor] = target.split('#')
      const linked = path === '' ? file : join(dirname(file), decodeURIComponent(path))
      const where = `${relative(root, file)}: ${target}`
      if (!existsSync(linked)) problems.push(`${where}: no such file`)
      else if (anchor && linked.endsWith('.md') && !anchorsIn(linked).has(anchor))
        problems.push(`${where}: no such heading`)
    }
  }
}

/** Local targets of links, images, reference definitions and HTML attributes. */
function linksIn(text) {
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
  const defined = [...text.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm)]
  const html = [...text.matchAll(/\b(?:href|src)="([^"]+)"/g)]
  return [...inline, ...defined, ...html]
    .map(([, target]) => target)
    .filter((one) => !/^[a-z][a-z+.-]*:/i.test(one))
}

function withoutCode(text) {
  return withoutBlocks(text).replace(/`[^`\n]*`/g, '')
}

function withoutBlocks(text) {
  return text.replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1.*$/gm, '')
}

/** The ids that GitHub assigns to headings: lower case, no punctuation, numbered if repeated. */
function anchorsIn(file) {
  const text = withoutBlocks(readFileSync(file, 'utf8'))
  const anchors = new Set([...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id]) => id))
  const counts = new Map()
  for (const [, heading] of text.matchAll(/^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/gm)) {
    const plain = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-')
    const times = counts.get(slug) ?? 0
    counts.set(slug, times + 1)
    anchors.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return anchors
}

function documents(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return /node_modules|^\.|dist/.test(entry.name) ? [] : documents(join(folder, entry.name))
    return entry.name.endsWith('.md') ? [join(folder, entry.name)] : []
  })
}

/** Replaces ids and times, because they differ between runs. */
function normal(text) {
  return text
    .replace(/^[0-9a-z]{8}(?= {2})/gm, 'ID')
    .replace(/\b(session|here:) [0-9a-z]{8}\b(?! start| list| show| end)/g, '$1 ID')
    .replace(/\bses_[0-9a-z]{16}\b/g, 'ses_ID')
    .replace(/\b(?=[0-9a-z]*\d)(?=[0-9a-z]*[a-z])[0-9a-z]{8}\b/g, 'ID')
    .replace(/\b(Recorded [\w ]+?) [0-9a-z]{6}(?= in session)/g, '$1 ID')
    .replace(/\b[0-9a-z]{8}\b(?= (?:by|after|is|has)\b)/g, 'ID')
    .replace(/\b\d+ seconds?\b|\bjust now\b|\b\d+s\b/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d/g, 'WHEN')
    .replace(/[ ]+/g, ' ')
}

function firstDifference(a, b) {
  const [left, right] = [normal(a).split('\n'), normal(b).split('\n')]
  const line = right.findIndex((text, i) => text !== left[i])
  return `line ${line + 1}: ${JSON.stringify(left[line] ?? '')} should be ${JSON.stringify(right[line] ?? '')}`
}
