import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Redactor } from '../src/redact/redact.ts'
import { benignLines } from '../tests/redact/benign-lines.ts'
import {
  chanceFor,
  isHeldOut,
  isUnprotected,
  mayLookLikeWord,
  type SecretKind,
  secretKinds,
} from '../tests/redact/kinds/kinds.ts'
import { leaksIn } from '../tests/redact/kinds/sample.ts'
import { packedHistories, unpackHistories } from './data-folders.ts'
import { type Figure, type Findings, noFindings } from './figures.ts'

/** What redaction misses, by kind of secret, and what it redacts unnecessarily. */
export function redactionQuality(root: string, redact: Redactor, rounds: number): Findings {
  const kinds = secretKinds().map((kind) => measureKind(kind, redact, rounds))
  const tuned = kinds.filter(({ kind }) => !isHeldOut(kind.name))
  const heldOut = kinds.filter(({ kind }) => isHeldOut(kind.name))
  const packed = packedHistories(root)
  const hasHistories = existsSync(packed)
  return {
    ...noFindings,
    figures: [
      ...kinds.map(kindFigure),
      shareFigure(`all ${tuned.length} tuned kinds`, tuned, 1),
      shareFigure(`all ${heldOut.length} held-out kinds`, heldOut, 3),
      alteredFigure('generated text and source code', benignLines(root), redact),
      alteredFigure('documents and lock files', documentLines(root), redact),
      ...(hasHistories
        ? [alteredFigure('real histories', historyLines(unpackHistories(packed)), redact)]
        : []),
    ],
    absent: hasHistories ? [] : [`lines of real histories that redaction alters (${packed} does not exist)`],
  }
}

interface MeasuredKind {
  readonly kind: SecretKind
  readonly samples: number
  readonly leaked: number
}

function measureKind(kind: SecretKind, redact: Redactor, rounds: number): MeasuredKind {
  const chance = chanceFor(kind.name)
  let samples = 0
  let leaked = 0
  for (let round = 0; round < rounds; round += 1)
    for (const context of kind.contexts) {
      const sample = kind.make(context, chance)
      samples += 1
      if (leaksIn(redact(sample.text).text, sample)) leaked += 1
    }
  return { kind, samples, leaked }
}

/** Random letters can resemble a word, and a bare password can resemble a name in code. */
const mostLeaks = ({ kind, samples }: MeasuredKind): number =>
  Math.ceil(samples * (mayLookLikeWord(kind.name) ? 0.03 : kind.family === 'snippet' ? 0.02 : 0))

function kindFigure(measured: MeasuredKind): Figure {
  const { kind, samples, leaked } = measured
  return {
    group: 'redaction',
    name: `${isHeldOut(kind.name) ? 'held out: ' : ''}${kind.name}`,
    unit: 'leaked',
    value: leaked,
    samples,
    ...(!isUnprotected(kind.name) && { target: mostLeaks(measured) }),
    note: `of ${samples}`,
  }
}

function shareFigure(name: string, kinds: readonly MeasuredKind[], target: number): Figure {
  const sum = (pick: (one: MeasuredKind) => number): number =>
    kinds.reduce((total, one) => total + pick(one), 0)
  const samples = sum((one) => one.samples)
  const leaked = sum((one) => one.leaked)
  const note = `${leaked} of ${samples} leaked`
  return { group: 'redaction', name, unit: '%', value: (100 * leaked) / samples, samples, target, note }
}

function alteredFigure(name: string, lines: readonly string[], redact: Redactor): Figure {
  const altered = lines.filter((line) => redact(line).text !== line).length
  const note = `${altered} of ${lines.length} lines`
  return {
    group: 'redaction',
    name: `altered lines per 10,000 of ${name}`,
    unit: 'lines',
    value: (10_000 * altered) / lines.length,
    samples: lines.length,
    target: 1,
    note,
  }
}

const documentLines = (root: string): readonly string[] =>
  ['package-lock.json', 'CHANGELOG.md', 'README.md', ...filesIn(root, 'docs'), ...filesIn(root, 'examples')]
    .filter((file) => /\.(?:md|json|ts|js|ya?ml)$/.test(file))
    .flatMap((file) => nonEmptyLines(readFileSync(join(root, file), 'utf8')))

const filesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules'))
    .map((file) => join(folder, file))

/** The lines of all texts in every tenth session. */
const historyLines = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:jsonl|md)$/.test(file))
    .sort()
    .filter((_, index) => index % 10 === 0)
    .flatMap((file) => textLines(join(folder, file)))

function textLines(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return nonEmptyLines(text)
  return text.split('\n').flatMap((line) => {
    try {
      return textsIn(JSON.parse(line)).flatMap(nonEmptyLines)
    } catch {
      return [] // the line is cut off
    }
  })
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Longer lines are skipped, because they contain images and other data. */
const MAX_LINE = 5000
const nonEmptyLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && line.length <= MAX_LINE)
