export interface Package {
  readonly client: string
  readonly name: string
  readonly version: string
}
export const packages: readonly Package[]
export function cache(): string
export function folderOf(one: Pick<Package, 'name' | 'version'>): string
export function programOf(name: string, version: string): string
export function installClients(isWanted: (one: Package) => boolean): Promise<void>
