import type { Detector } from './detector.ts'
import { ruleDetector } from './rule-match.ts'
import { allRules } from './rules/all.ts'

/**
 * Those of the rules. What answers an agent carries their keywords alone, and examines with the rules where a text holds
 * one (scripts/quick-parts.mjs): most prompts hold none, and the rules take a millisecond to load.
 */
export const ruleDetectors: readonly Detector[] = allRules.map(ruleDetector)
