/**
 * What this process has worked, in milliseconds. For patterns that must not take long whatever they are given: the
 * clock on the wall also counts what the machine did for others.
 */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
