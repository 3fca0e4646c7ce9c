import { packedHistories } from '../data-folders.ts'
import type { QualityRequest } from '../main.ts'
import { baselines } from './baselines.ts'
import { ranking, wholeBrief } from './brief-composer.ts'
import { fitWeights } from './fit.ts'
import { type RecordedHistory, histories as readHistories } from './histories.ts'
import { hasTranscripts, peerMissing, peerOf } from './peer.ts'
import { type ContinuityReport, reportOf } from './report.ts'
import { asTables } from './tables.ts'

const ours = [wholeBrief, ranking, ...baselines]

/** Measures whether the brief names the files that the next session needs. */
export async function measureContinuity(request: QualityRequest): Promise<void> {
  const { root, histories, options, progress } = request
  const missing = options.peer ? peerMissing() : undefined
  if (missing !== undefined) return console.log(`skipped: continuity: ${missing}`)
  const all = await readHistories(packedHistories(root), progress)
  if (options.fit) return console.log(fitWeights(all, progress))
  const report = options.peer
    ? await reportWithPeer(all, request)
    : await reportOf(all, ours, { folder: histories, progress })
  progress('')
  console.log(options.json ? JSON.stringify(report, null, 2) : asTables(report))
}

/** Compares leftoff with another tool, on the series whose transcripts that tool can read. */
async function reportWithPeer(
  all: readonly RecordedHistory[],
  { histories: folder, progress }: QualityRequest,
): Promise<ContinuityReport> {
  const readable = all.filter(hasTranscripts)
  const peer = await peerOf(readable, folder, progress)
  return reportOf(readable, [...ours, peer], { folder, progress, knowledges: ['whole'] })
}
