import { expect, test } from 'vitest'
import { safeText } from './safe-text.ts'

test('exactly the invisible and control characters of Unicode are removed', () => {
  const isHidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Cs}/u
  for (let code = 0; code <= 0xffff; code += 1) {
    const letter = String.fromCharCode(code)
    expect(safeText(`a${letter}b`), code.toString(16)).toBe(isHidden.test(letter) ? 'ab' : `a${letter}b`)
  }
})
