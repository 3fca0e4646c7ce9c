/** The result of one check. A problem has a fix. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'wrong'
  readonly text: string
  readonly fix?: string
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const note = (text: string, fix?: string): Finding => ({ level: 'note', text, ...(fix && { fix }) })
export const wrong = (text: string, fix: string): Finding => ({ level: 'wrong', text, fix })

export interface DoctorSection {
  readonly title: string
  readonly findings: readonly Finding[]
}
