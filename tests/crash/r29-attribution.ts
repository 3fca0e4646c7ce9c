import { recover } from '../../src/app/lifecycle/recover.ts'
import { learn } from '../../src/app/memory/learn.ts'
import { rulesHere, rulesOf } from '../../src/app/memory/rules.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import { BOOK } from '../../src/event/memory.ts'
import { APPROVE_CONFIDENCE } from '../../src/memory/thresholds.ts'
import type { Rule } from '../../src/session/rulebook.ts'
import { AttributionWorld, CHANNELS, type Channel } from './kit/attribution.ts'
import { type AttributionShape, RULES, SHAPES } from './kit/attribution-shapes.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'

/** Text from others never becomes a rule without a review. Text that the user typed still becomes a proposal. */
export const attribution: Campaign = {
  id: 'R29',
  title: 'attribution',
  async run(trial) {
    const counts = { combinations: 0, proposed: 0, confident: 0, approved: 0 }
    for (const channel of CHANNELS)
      for (const shape of SHAPES)
        for (const rule of rulesToTry(trial, channel, shape)) {
          trial.step(`${channel.name}, ${shape.name}: ${rule}`)
          const rules = await rulesFrom(trial, channel, shape.write(rule))
          requireAttributed(rules, channel, shape)
          counts.combinations += 1
          counts.proposed += Number(rules.length > 0)
          counts.confident += Number(rules.some(({ confidence = 0 }) => confidence >= APPROVE_CONFIDENCE))
          counts.approved += Number(rules.some(({ state }) => state === 'approved'))
        }
    await requireTwicePrecise(trial)
    await requireNarrowed(trial)
    require(counts.approved > 0, 'nothing that was certainly typed was approved')
    require(counts.confident >
      counts.combinations / 5, `only ${counts.confident} combinations reach the confidence for approval`)
    return `${counts.combinations} combinations, ${counts.proposed} proposed, ${counts.confident} with high confidence, ${counts.approved} approved`
  },
}

/**
 * All rules if an approval is possible, because the rules differ in scope. Otherwise the change tier picks a
 * single one.
 */
function rulesToTry(trial: Trial, channel: Channel, shape: AttributionShape): readonly string[] {
  if (isCertain(channel, shape)) return RULES
  return trial.size<readonly string[]>({
    change: [trial.random(`${channel.name} ${shape.name}`).oneOf(RULES)],
    night: RULES,
  })
}

const isCertain = (channel: Channel, shape: AttributionShape): boolean =>
  channel.isTyped === true && shape.isTyped === true

/** Sends the text in two sessions, crashes and recovers both, runs a batch, and returns the rules. */
async function rulesFrom({ folder }: Trial, channel: Channel, text: string): Promise<readonly Rule[]> {
  const to = new AttributionWorld(folder)
  for (const number of [1, 2]) {
    await channel.send(to, text, number)
    to.pass(60)
  }
  to.crash()
  await recoverAll(to)
  await refreshIndex(to.world)
  await learn(to.world, { threshold: 0 })
  const rules = await rulesOf(to.world)
  await requireAnnounced(to, rules)
  to.world.index.close()
  return rules
}

async function recoverAll({ world }: AttributionWorld): Promise<void> {
  for (const { session } of await world.log.heads({}))
    if (session !== BOOK) await recover(world, session, { isNamed: true })
}

function requireAttributed(rules: readonly Rule[], channel: Channel, shape: AttributionShape): void {
  const where = `${channel.name}, ${shape.name}`
  const standing = rules.filter(({ state }) => state === 'approved')
  for (const { text, scope, confidence = 0 } of standing) {
    require(isCertain(channel, shape), `${where}: ${JSON.stringify(text)} became a rule without a review`)
    require(scope.kind === 'project', `${where}: it applies to ${scope.kind}`)
    require(confidence >= APPROVE_CONFIDENCE, `${where}: its confidence is ${confidence}`)
  }
  if (shape.isTyped && channel.isPrompt) require(rules.length > 0, `${where}: it was not proposed`)
}

/** Requires that the next start announces every rule that nobody reviewed and says how to reject it. */
async function requireAnnounced({ world }: AttributionWorld, rules: readonly Rule[]): Promise<void> {
  const notices = (await rulesHere(world, 0))?.notices ?? []
  for (const { id } of rules.filter(({ state }) => state === 'approved'))
    require(notices.some(({ text }) =>
      text.includes(`leftoff memory reject ${id}`),
    ), `${id} is not announced`)
}

const PLAIN = [
  ['No, never commit to main. Always open a PR.', 'no, never commit to main, open a PR'],
  ["no, don't use npm here, always use pnpm", 'No, always use pnpm, never npm.'],
  ['stop adding comments to every line, never do that', 'no, never add comments to every line'],
  ['no, always write the tests first in this repo', 'nope, we always write the tests first'],
] as const

/** Requires that every client turns a correction that was typed twice into a proposal. */
async function requireTwicePrecise({ folder }: Trial): Promise<void> {
  for (const channel of CHANNELS.filter(({ name }) => name.endsWith(' prompt')))
    for (const [first, second] of PLAIN) {
      const to = new AttributionWorld(folder)
      await channel.send(to, first, 1)
      await channel.send(to, second, 2)
      await refreshIndex(to.world)
      const { proposed } = await learn(to.world)
      require(proposed.length > 0, `${channel.name}: ${JSON.stringify(first)} is not proposed if typed twice`)
      to.world.index.close()
    }
}

/**
 * Requires that a rule proposed for every project is approved without a review only for the project in which
 * its words were typed.
 */
async function requireNarrowed({ folder }: Trial): Promise<void> {
  const channel = CHANNELS.find(({ isTyped }) => isTyped)
  const shape = SHAPES.find(({ isTyped }) => isTyped)
  if (!channel || !shape) throw new Error('no channel or no shape is certainly typed')
  let wide = 0
  for (const rule of RULES) {
    const to = new AttributionWorld(folder)
    for (const number of [1, 2]) await channel.send(to, shape.write(rule), number)
    await refreshIndex(to.world)
    await learn(to.world)
    wide += (await rulesOf(to.world)).filter(({ scope }) => scope.kind !== 'project').length
    to.crash()
    await recoverAll(to)
    await learn(to.world, { threshold: 0 })
    for (const { state, scope, text } of await rulesOf(to.world))
      require(state !== 'approved' ||
        scope.kind === 'project', `${JSON.stringify(text)} applies to ${scope.kind}`)
    to.world.index.close()
  }
  require(wide > 0, 'no rule was proposed for more than its project')
}
