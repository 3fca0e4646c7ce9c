/**
 * The delivery that needs no Node: reads a payload on standard input and leaves it in the spool. POSIX shell, and two
 * small processes besides it (cat and mv). Its name is unique because the kernel gives a fresh uuid with every read of
 * that file; elsewhere mktemp makes one. It prints nothing and never fails its caller: what cannot be kept is still read
 * to its end, because a caller whose pipe breaks may take that for an error.
 */
export function shellDelivery(spoolFolder: string, agent: string): string {
  return [
    'exec 2>/dev/null',
    `s=${quoted(spoolFolder)}`,
    'umask 077',
    '[ -d "$s/new" ]||mkdir -p "$s/tmp" "$s/new"',
    'read -r u </proc/sys/kernel/random/uuid||u=$(mktemp -u XXXXXXXXXXXXXXXXXXXX)',
    `f=${agent}.$u`,
    'cat >"$s/tmp/$f"&&mv "$s/tmp/$f" "$s/new/$f"||cat >/dev/null',
    'exit 0',
  ].join(';')
}

/** One word for the shell, whatever is in the path. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
