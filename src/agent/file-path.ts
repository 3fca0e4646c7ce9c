const ABSOLUTE = /^(?:[/\\~]|[A-Za-z]:[/\\])/

/** The path as seen from anywhere; as it is when the folder is not known. */
export function absolutePath(directory: string | undefined, path: string): string {
  if (ABSOLUTE.test(path) || !directory) return path
  const separator = /^[A-Za-z]:\\/.test(directory) ? '\\' : '/'
  const names = directory.replace(/[/\\]+$/, '').split(separator)
  for (const name of path.split(/[/\\]/)) {
    if (name === '..' && names.length > 1) names.pop()
    else if (name !== '' && name !== '.' && name !== '..') names.push(name)
  }
  return names.join(separator)
}
