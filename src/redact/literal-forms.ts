/** How a value may be written where it is not written as it is. */
export function formsOf(literal: string): readonly string[] {
  const json = JSON.stringify(literal).slice(1, -1)
  const forms = [
    literal,
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    percentEncoded(literal),
    percentEncoded(literal).replaceAll('%20', '+'),
    ...base64Forms(literal),
  ]
  return [...new Set(forms)].filter((form) => form.length >= LEAST)
}

const LEAST = 8

/** Half a character has no encoding. */
const percentEncoded = (literal: string): string => encodeURIComponent(literal.replace(/\p{Cs}/gu, '\ufffd'))

/** A value inside a longer text is encoded in one of three ways; the characters that depend on its neighbours are left out. */
function base64Forms(literal: string): readonly string[] {
  const bytes = Buffer.from(literal, 'utf8')
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    const core = encoded.slice(first, last)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
