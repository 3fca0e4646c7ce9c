import type { DoctorSection, Finding } from '../../doctor/finding.ts'
import type { Style } from '../out.ts'

/** One section of the report: findings, each with its fix. */
export function chapterText({ title, findings }: DoctorSection, style: Style): string {
  return [style.bold(title), ...findings.flatMap((finding) => lines(finding, style))].join('\n')
}

function lines({ level, text, fix }: Finding, style: Style): readonly string[] {
  const mark = { ok: style.green('ok   '), note: style.yellow('note '), wrong: style.red('wrong') }[level]
  return [`  ${mark}  ${text}`, ...(fix ? [`         ${style.dim('fix:')} ${style.cyan(fix)}`] : [])]
}
