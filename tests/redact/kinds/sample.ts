/** A text as a tool prints it, and the parts of it that must not be stored. */
export interface SecretSample {
  readonly text: string
  readonly secrets: readonly string[]
}

/** Whether at least half of a secret is stored, because the rest can then be found or guessed. */
export const leaksIn = (stored: string, { secrets }: SecretSample): boolean =>
  secrets.some((secret) => tellingParts(secret).some((part) => stored.includes(part)))

/** Both halves of a secret, or the whole secret if it is short. */
export function tellingParts(secret: string): readonly string[] {
  if (secret.length < 16) return [secret]
  const half = Math.floor(secret.length / 2)
  return [secret.slice(0, half), secret.slice(half)]
}
