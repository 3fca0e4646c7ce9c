/**
 * The CPU time of this process in milliseconds. Tests of slow patterns use it because wall-clock time also
 * includes the work of other processes.
 */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
