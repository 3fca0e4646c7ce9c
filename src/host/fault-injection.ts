/** Named points where tests kill the process, delay it or throw. They do nothing outside tests. */
type FaultPoint =
  | 'migrate.before-commit'
  | 'append.before-commit'
  | 'append.after-commit'
  | 'forget.before-scrub'
  | 'rebuild.before-commit'
  | 'drain.after-append'
  | 'install.before-compare'

let plan: ((point: FaultPoint) => void) | undefined

export const fault = {
  at(point: FaultPoint): void {
    plan?.(point)
  },
  install(next: ((point: FaultPoint) => void) | undefined): void {
    plan = next
  },
}
