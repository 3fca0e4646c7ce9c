import type { DoctorSection, Finding } from '../../doctor/finding.ts'
import type { Style } from '../out.ts'

/** One chapter of the examination: what was looked at, how it stands, and what sets it right. */
export function chapterText({ title, findings }: DoctorSection, style: Style): string {
  return [style.bold(title), ...findings.flatMap((finding) => lines(finding, style))].join('\n')
}

function lines({ level, text, fix }: Finding, style: Style): readonly string[] {
  const mark = { ok: style.green('ok   '), note: style.yellow('note '), wrong: style.red('wrong') }[level]
  return [`  ${mark}  ${text}`, ...(fix ? [`         ${style.dim('fix:')} ${style.cyan(fix)}`] : [])]
}
