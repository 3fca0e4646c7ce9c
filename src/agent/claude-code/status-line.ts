// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell expands these

import { PHASE_RULES } from '../../session/context-phase.ts'
import { shellQuote } from '../../spool/shell.ts'

/** Longer payloads are ignored, because shells handle long strings slowly. No real payload is this long. */
const MAX_PAYLOAD = 65_536
const MAX_SESSION_ID = 64

/** Label and color of each phase. */
const PHASE_LABELS = {
  VERBOSE: { word: '', colour: '' },
  CONDENSED: { word: 'condensed', colour: '' },
  SIGNALS: { word: 'signals', colour: '33' },
  CRITICAL: { word: 'critical', colour: '31' },
} as const

/** The conditions must match the hooks, which also truncate to whole percentages. */
const phases = (): readonly string[] =>
  PHASE_RULES.map(({ phase, below }, index) => {
    const { word, colour } = PHASE_LABELS[phase]
    const sets = `h=${word} c=${colour}`
    if (!Number.isFinite(below)) return `  else ${sets};fi`
    return `  ${index === 0 ? 'if' : 'elif'} [ $r -lt ${Math.round(below * 100)} ];then ${sets}`
  })

/**
 * The status line command, which Claude Code runs after every message. It starts a shell, cat and, if the usage
 * changed, mv (docs/design/decisions/0027-status-line.md). It stores the context usage and prints one line. From
 * the payload it uses only digits and the session id. It never fails and prints no errors.
 *
 * Splits the JSON at quotation marks into keys and the text between them. A quotation mark inside a string follows
 * a backslash, so a string cannot be mistaken for a key.
 */
export const statusLineScript = (folder: string): string =>
  `${[
    '#!/bin/sh',
    'exec 2>/dev/null',
    'umask 077',
    `d=${shellQuote(folder)}`,
    'p=$(cat)',
    's= w= i= u= q= k=',
    `[ \${#p} -lt ${MAX_PAYLOAD} ]||p=`,
    // zsh does not split words by default.
    '[ -n "$ZSH_VERSION" ]&&setopt sh_word_split',
    `set -f;IFS='"';set -- $p;unset IFS`,
    'for t do',
    '  case $q/$k in session_id/:*)s=${s:-$t};;esac',
    '  case $k in',
    '    current_usage)case $t in *\\{*)i=1;;esac;;',
    '    used_percentage)i=;;',
    '    context_window_size|input_tokens|cache_creation_input_tokens|cache_read_input_tokens)',
    '      n=${t#:};n=${n# };n=${n%%[!0-9]*}',
    // Drops numbers that start with a zero (octal in a shell) or are too large to add.
    '      case $n in 0*|??????????*)n=;;esac',
    '      case $k in context_window_size)w=${w:-$n};;*)[ "$i" ]&&u=$((${u:-0}+${n:-0}));;esac;;',
    '  esac',
    '  q=$k k=$t',
    'done',
    `case $s in *[!A-Za-z0-9-]*)s=;;esac;[ \${#s} -le ${MAX_SESSION_ID} ]||s=`,
    'l=leftoff',
    'u=${u:-0} w=${w:-0} o=;[ "$s" ]&&read -r o <"$d/$s.usage"',
    // Unchanged values are not rewritten, because the mtime is the time of the measurement.
    'if [ "$s" ]&&[ "$w" -gt 0 ]&&[ "$o" != "$u $w" ];then',
    '  [ -d "$d" ]||mkdir -p "$d"',
    '  echo "$u $w" >"$d/$s.$$"&&mv -f "$d/$s.$$" "$d/$s.usage"',
    'fi',
    // Usage is unknown before the first answer and right after a compaction.
    'if [ "$u" -gt 0 ]&&[ "$w" -gt 0 ];then',
    '  r=$((u*100/w)) z=$((w/1000))k',
    '  [ "$w" -lt 1000000 ]||z=$((w/1000000))M',
    ...phases(),
    '  m= x=;[ "$c" ]&&[ -z "$NO_COLOR" ]&&[ "$TERM" != dumb ]&&m="\\033[${c}m" x="\\033[0m"',
    '  l="$l · $m$r% of $z${h:+ · $h}$x"',
    'fi',
    'o=;[ "$s" ]&&IFS= read -r o <"$d/$s.line"',
    `printf '%b%s\\n' "$l" "\${o:+ · $o}"`,
    'exit 0',
  ].join('\n')}\n`
