import type { Detector } from './detector.ts'
import { createRuleDetector } from './rule-match.ts'
import { allRules } from './rules/all-rules.ts'

/**
 * Those of the rules. What answers an agent carries their keywords alone, and examines with the rules where a text holds
 * one (scripts/quick-parts.mjs): most prompts hold none, and the rules take a millisecond to load.
 */
export const ruleDetectors: readonly Detector[] = allRules.map(createRuleDetector)
