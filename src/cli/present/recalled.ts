import type { Recalled } from '../../app/search/recall.ts'
import { ago } from '../../text/time.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { shortId } from './session.ts'

/** A session that was found, with its summary. */
export function recalledText(
  { session, tier, project, lastActivityAt, summary }: Recalled,
  { style, now }: { readonly style: Style; readonly now: number },
): string {
  const tone = { hot: style.green, warm: style.yellow, cold: style.blue }[tier]
  const head = `${style.cyan(shortId(session))}  ${tone(tier)}  ${plain(project.name)}, ${ago(now - lastActivityAt)}`
  return [
    head,
    ...summary
      .split('\n')
      .filter(Boolean)
      .map((line) => `  ${plain(line)}`),
  ].join('\n')
}
