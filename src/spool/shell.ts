/**
 * Delivers standard input to the spool without Node, with a POSIX shell and `cat`. The name is a kernel UUID or
 * comes from mktemp. It prints nothing and always exits with 0. It reads even input that it cannot store, because
 * some callers treat a broken pipe as an error.
 */
export const shellDelivery = (spoolFolder: string, agent: string): string =>
  delivery(shellQuote(spoolFolder), agent)

const delivery = (folder: string, agent: string): string =>
  [
    ALWAYS_EXIT_0,
    'exec 2>/dev/null',
    `s=${folder}`,
    'umask 077',
    '[ -d "$s/new" ]||mkdir -p "$s/tmp" "$s/new"',
    UNIQUE,
    `{ cat&&${PRINT_END}; }>"$s/new/${agent}.sh-$u"||cat >/dev/null`,
    'exit 0',
  ].join(';')

/** A shell that runs out of file descriptors would exit with 2, and clients would then block the prompt. */
const ALWAYS_EXIT_0 = "trap 'exit 0' 0"

const UNIQUE = 'read -r u </proc/sys/kernel/random/uuid||u=$(mktemp -u XXXXXXXXXXXXXXXXXXXX)'
/** The end marker of `spool.ts`, in octal. */
const PRINT_END = "printf '\\036'"

/**
 * Holds standard input in the spool before Node starts. If that process fails, a later one ingests the payload.
 * `$d` is the name of the held payload, or empty if the payload could not be written. Only the subshell changes
 * the umask, because leftoff may start other programs.
 */
const holdPayload = (spool: string): string =>
  [
    `s=${shellQuote(spool)}`,
    '[ -d "$s/new" ]||(umask 077;mkdir -p "$s/tmp" "$s/new") 2>/dev/null',
    `{ ${UNIQUE}; } 2>/dev/null`,
    'd=$leftoff_agent.sh-$u',
    `(umask 077;exec cat >"$s/tmp/$d") 2>/dev/null&&${PRINT_END} >>"$s/tmp/$d"||d=`,
  ].join(';')

/** Most prompts need no answer. Without a marker (src/spool/prompt-markers.ts) they are spooled without Node. */
const promptScript = (folder: string, spool: string): string =>
  [
    ALWAYS_EXIT_0,
    `f=${shellQuote(`${folder}/spool`)}`,
    `[ -e ${shellQuote(spool)}/pending/"$leftoff_agent" ]&&f=${shellQuote(`${folder}/hook`)}`,
    '[ -r "$f" ]&&. "$f"',
    'exit 0',
  ].join(';')

/** Quotes text for the shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

interface HookScript {
  readonly name: 'spool' | 'hook' | 'prompt' | 'leftoff'
  readonly mode: number
  readonly text: string
}

interface ScriptPaths {
  /** The folder of the scripts, in leftoff's home folder. */
  readonly folder: string
  readonly spool: string
  readonly node: string
  /** Path of leftoff.cjs. */
  readonly command: string
}

/** Some Node versions load these certificates at startup, which takes longer than the hook itself. */
const NO_CERTIFICATES = 'NODE_EXTRA_CA_CERTS='

/**
 * The scripts that agent settings refer to. The scripts change if Node or leftoff moves. The settings stay the
 * same, because some clients ask the user to trust a changed hook again.
 */
export function hookScripts({ folder, spool, node, command }: ScriptPaths): readonly HookScript[] {
  // Sourcing a missing file would end the shell with an error.
  const deliver = `s=${shellQuote(`${folder}/spool`)};[ -r "$s" ]&&. "$s"`
  const giveUp = `{ if [ -n "$d" ];then mv "$s/tmp/$d" "$s/new/$d" 2>/dev/null;else ${deliver};fi;exit 0; }`
  // An agent started without LEFTOFF_HOME must use the same log.
  const home = `LEFTOFF_HOME=${shellQuote(folder.slice(0, folder.lastIndexOf('/')))};export LEFTOFF_HOME`
  const run = [home, `n=${shellQuote(node)}`, `l=${shellQuote(command)}`, '[ -x "$n" ]||n=node']
  const hook = [
    ALWAYS_EXIT_0,
    holdPayload(spool),
    ...run,
    `[ -f "$l" ]||${giveUp}`,
    `${NO_CERTIFICATES} "$n" "$l" hook "$leftoff_agent" $d 2>/dev/null||${giveUp}`,
    'exit 0',
  ].join(';')
  return [
    { name: 'spool', mode: 0o600, text: `${delivery(shellQuote(spool), '$leftoff_agent')}\n` },
    { name: 'hook', mode: 0o600, text: `${hook}\n` },
    { name: 'prompt', mode: 0o600, text: `${promptScript(folder, spool)}\n` },
    { name: 'leftoff', mode: 0o700, text: `#!/bin/sh\n${[...run, 'exec "$n" "$l" "$@"'].join(';')}\n` },
  ]
}
