import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { campaigns } from './campaigns.ts'
import { type Campaign, TIERS, type Tier, type Trial, Violation } from './kit/campaign.ts'
import { seeded } from './kit/random.ts'

type Verdict = 'passed' | 'failed' | 'skipped'

const { values } = parseArgs({
  options: {
    tier: { type: 'string', default: 'change' },
    only: { type: 'string' },
    seed: { type: 'string' },
    child: { type: 'string' },
    repository: { type: 'string' },
  },
})
const tier = tierNamed(values.tier)
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
const chosen = chosenCampaigns(values.only)

const verdicts: Verdict[] = []
for (const campaign of chosen) verdicts.push(await conduct(campaign))
const count = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length
const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''
console.log(`${count('passed')} passed, ${count('failed')} failed${skipped}`)
process.exitCode = count('failed') > 0 ? 1 : 0

async function conduct(campaign: Campaign): Promise<Verdict> {
  const reason = campaign.missing?.()
  if (reason !== undefined) {
    console.log(`${label(campaign)} skipped: ${reason}`)
    return 'skipped'
  }
  const began = performance.now()
  const trial = trialOf(campaign)
  try {
    const done = await campaign.run(trial)
    clearProgress()
    console.log(`${label(campaign)} ${done.padEnd(64)} ${seconds(began)}`)
    rmSync(trial.folder, { recursive: true, force: true })
    return 'passed'
  } catch (error) {
    clearProgress()
    explain(campaign, trial, error, began)
    return 'failed'
  }
}

function explain(campaign: Campaign, trial: RunningTrial, error: unknown, began: number): void {
  const isViolation = error instanceof Violation
  console.log(`${label(campaign)} ${(isViolation ? 'VIOLATION' : 'BROKEN').padEnd(64)} ${seconds(began)}`)
  const text = isViolation ? error.message : error instanceof Error ? error.stack : String(error)
  console.log(`     ${text}`)
  console.log(`     step: ${trial.lastStep()}`)
  console.log(`     kept: ${trial.folder}`)
  console.log(`     repeat: npm run campaign -- --tier ${tier} --only ${campaign.id} --seed ${seed}`)
}

interface RunningTrial extends Trial {
  lastStep(): string
}

function trialOf(campaign: Campaign): RunningTrial {
  let last = 'start'
  return {
    tier,
    seed,
    folder: mkdtempSync(join(tmpdir(), `leftoff-${campaign.id}-`)),
    childBundle: values.child ?? '',
    repository: values.repository ?? process.cwd(),
    random: (name) => seeded(seed, name),
    size: (sizes) => sizes[tier],
    step(text) {
      last = text
      showProgress(campaign, text)
    },
    lastStep: () => last,
  }
}

function showProgress(campaign: Campaign, text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${label(campaign)} ${text}`)
}

function clearProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
}

function label({ id, title }: Campaign): string {
  return `${id.padEnd(4)} ${title.padEnd(24)}`
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`
}

function tierNamed(name: string): Tier {
  const found = TIERS.find((known) => known === name)
  if (found) return found
  throw new Error(`there is no tier ${name}; the tiers are ${TIERS.join(' and ')}`)
}

function chosenCampaigns(only: string | undefined): readonly Campaign[] {
  if (only === undefined) return campaigns
  return only.split(',').map((id) => {
    const found = campaigns.find((campaign) => campaign.id === id.trim().toUpperCase())
    if (found) return found
    throw new Error(`there is no campaign ${id}; known: ${campaigns.map((known) => known.id).join(', ')}`)
  })
}
