/**
 * The delivery that needs no Node: reads a payload on standard input and leaves it in the spool. POSIX shell, and one
 * small process besides it: what is written is finished when the sign is behind it. Its name is unique because the kernel gives a fresh uuid with every read of
 * that file; elsewhere mktemp makes one. It prints nothing and never fails its caller: what cannot be kept is still read
 * to its end, because a caller whose pipe breaks may take that for an error.
 */
export const shellDelivery = (spoolFolder: string, agent: string): string =>
  delivery(quoted(spoolFolder), agent)

const delivery = (folder: string, agent: string): string =>
  [
    'exec 2>/dev/null',
    `s=${folder}`,
    'umask 077',
    '[ -d "$s/new" ]||mkdir -p "$s/tmp" "$s/new"',
    'read -r u </proc/sys/kernel/random/uuid||u=$(mktemp -u XXXXXXXXXXXXXXXXXXXX)',
    // The octal number of the sign: printf knows no other.
    `{ cat&&printf '\\036'; }>"$s/new/${agent}.sh-$u"||cat >/dev/null`,
    'exit 0',
  ].join(';')

/** Most prompts need no answer: without a marker (src/spool/prompt-markers.ts) they are spooled and no Node starts. */
const promptScript = (folder: string, spool: string): string =>
  [
    `f=${quoted(`${folder}/spool`)}`,
    `[ -e ${quoted(spool)}/pending/"$leftoff_agent" ]&&f=${quoted(`${folder}/hook`)}`,
    '[ -r "$f" ]&&. "$f"',
    'exit 0',
  ].join(';')

/** One word for the shell, whatever is in the path. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export interface HookScript {
  readonly name: 'spool' | 'hook' | 'prompt' | 'leftoff'
  readonly mode: number
  readonly text: string
}

export interface ScriptPlaces {
  /** The folder that holds them, in the home of leftoff. */
  readonly folder: string
  readonly spool: string
  readonly node: string
  /** The file of the leftoff command. */
  readonly command: string
}

/** Some versions of Node read them at every start, which takes longer than all that a hook does; it speaks to nobody. */
const NO_CERTIFICATES = 'NODE_EXTRA_CA_CERTS='

/**
 * What the configurations of agents point at. These files change when Node or leftoff move, the configurations never:
 * a client that asks its user to trust every changed hook is not made to ask again.
 */
export function hookScripts({ folder, spool, node, command }: ScriptPlaces): readonly HookScript[] {
  // A shell that is told to read a file that is gone ends at once, and not with 0.
  const deliver = `{ s=${quoted(`${folder}/spool`)};[ -r "$s" ]&&. "$s";exit 0; }`
  // An agent that was started without this variable must not keep a second log elsewhere.
  const home = `LEFTOFF_HOME=${quoted(folder.slice(0, folder.lastIndexOf('/')))};export LEFTOFF_HOME`
  const run = [home, `n=${quoted(node)}`, `l=${quoted(command)}`, '[ -x "$n" ]||n=node']
  return [
    { name: 'spool', mode: 0o600, text: `${delivery(quoted(spool), '$leftoff_agent')}\n` },
    {
      name: 'hook',
      mode: 0o600,
      // Where leftoff or Node has gone, or cannot start, what the agent says is kept for their return.
      text: `${[...run, `[ -f "$l" ]||${deliver}`, `${NO_CERTIFICATES} "$n" "$l" hook "$leftoff_agent" 2>/dev/null||${deliver}`, 'exit 0'].join(';')}\n`,
    },
    { name: 'prompt', mode: 0o600, text: `${promptScript(folder, spool)}\n` },
    { name: 'leftoff', mode: 0o700, text: `#!/bin/sh\n${[...run, 'exec "$n" "$l" "$@"'].join(';')}\n` },
  ]
}
