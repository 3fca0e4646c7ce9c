import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const LABELS = ['good', 'weak', 'junk'] as const

/** One object per brief and reader, as described in FORM.md. */
const Grade = v.object({
  packet: v.string(),
  brief: v.string(),
  grade: v.pipe(v.number(), v.minValue(0), v.maxValue(10)),
  false: v.optional(v.array(v.string()), []),
  labels: v.optional(v.record(v.string(), v.array(v.picklist(LABELS))), {}),
  why: v.optional(v.string(), ''),
})
type Grade = v.InferOutput<typeof Grade>

const Key = v.record(v.string(), v.object({ series: v.string(), briefs: v.record(v.string(), v.string()) }))

interface GradedBrief extends Grade {
  readonly method: string
  readonly series: string
  readonly reader: string
}

/** Reads the answers of several readers (JSON arrays or one object per line) and reveals which method wrote which brief. */
export function readGrades(folder: string, files: readonly string[]): readonly GradedBrief[] {
  const key = v.parse(Key, JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')))
  return files.flatMap((file) =>
    gradesIn(readFileSync(file, 'utf8')).map((grade) => {
      const packet = key[grade.packet.padStart(2, '0')]
      const method = packet?.briefs[grade.brief]
      if (!packet || !method) throw new Error(`${file}: no brief ${grade.brief} in packet ${grade.packet}`)
      return { ...grade, method, series: packet.series, reader: file }
    }),
  )
}

function gradesIn(text: string): readonly Grade[] {
  const isList = text.trimStart().startsWith('[')
  const found: unknown = isList
    ? JSON.parse(text)
    : text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
  return v.parse(v.array(Grade), found)
}

/** Means by method and series, the agreement between readers, and the share of good lines. */
export function gradeTable(grades: readonly GradedBrief[]): string {
  const methods = [...new Set(grades.map(({ method }) => method))].sort()
  return methods
    .flatMap((method) =>
      methodLines(
        method,
        grades.filter((one) => one.method === method),
      ),
    )
    .join('\n')
}

function methodLines(method: string, grades: readonly GradedBrief[]): readonly string[] {
  const values = grades.map(({ grade }) => grade)
  const untrue = grades.filter((one) => one.false.length > 0).length
  const below = values.filter((grade) => grade < 5).length
  const series = [...new Set(grades.map((one) => one.series))].sort()
  const bySeries = series.map(
    (name) =>
      `${name} ${mean(grades.filter((one) => one.series === name).map(({ grade }) => grade)).toFixed(1)}`,
  )
  return [
    `${method}: mean ${mean(values).toFixed(2)} of ${values.length} grades, lowest ${Math.min(...values)}, ${below} below 5, ${untrue} with a false statement${agreement(grades)}`,
    `  by series: ${bySeries.join(', ')}`,
    ...labelLines(grades),
  ]
}

/** The mean difference between two readers of the same brief. */
function agreement(grades: readonly GradedBrief[]): string {
  const briefs = new Map<string, number[]>()
  for (const { packet, brief, grade } of grades) {
    const key = `${packet} ${brief}`
    briefs.set(key, [...(briefs.get(key) ?? []), grade])
  }
  const pairs = [...briefs.values()].filter((same) => same.length > 1)
  if (pairs.length === 0) return ''
  const apart = pairs.map((same) => Math.max(...same) - Math.min(...same))
  return `, readers differ by ${mean(apart).toFixed(1)} on average`
}

function labelLines(grades: readonly GradedBrief[]): readonly string[] {
  const sections = [...new Set(grades.flatMap(({ labels }) => Object.keys(labels)))]
  return sections.flatMap((section) => {
    const labels = grades.flatMap((one) => one.labels[section] ?? [])
    if (labels.length === 0) return []
    const share = (label: string): string =>
      `${Math.round((100 * labels.filter((one) => one === label).length) / labels.length)}% ${label}`
    return [`  ${section}: ${labels.length} lines, ${LABELS.map(share).join(', ')}`]
  })
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length
