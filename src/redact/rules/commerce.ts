import type { Rule } from '../rule.ts'
import { isMade } from '../secret-value.ts'

export const commerce: readonly Rule[] = [
  {
    id: 'stripe-key',
    keywords: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_'],
    pattern: /[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,247}/y,
    examples: ['sk_live_<24>', 'sk_test_<99>', 'rk_live_<24>'],
    counterExamples: ['sk_test_', 'sk_live_xxx'],
  },
  {
    id: 'webhook-signing-secret',
    keywords: ['whsec_'],
    pattern: /whsec_[A-Za-z0-9+/]{24,80}={0,2}/y,
    examples: ['whsec_<32>', 'whsec_<b64:40>'],
    counterExamples: ['whsec_...', 'whsec_test'],
  },
  {
    id: 'square-token',
    keywords: ['sq0atp-', 'sq0csp-', 'sq0idp-', 'eaaa'],
    pattern: /(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,60}|EAAA[A-Za-z0-9_-]{56,70}(?![A-Za-z0-9]))/y,
    accepts: isMade,
    examples: ['sq0atp-<url:22>', 'sq0csp-<url:43>', 'EAAA<60>'],
    counterExamples: ['sq0atp-', 'EAAAAAAA'],
  },
  {
    id: 'shopify-token',
    keywords: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_', 'shpua_'],
    pattern: /shp(?:at|ca|pa|ss|tka|ua)_[A-Za-z0-9]{32,64}/y,
    examples: ['shpat_<hex:32>', 'shpss_<hex:32>'],
    counterExamples: ['shpat_', 'shpss_token'],
  },
  {
    id: 'paypal-token',
    keywords: ['access_token$'],
    pattern: /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/y,
    examples: ['access_token$production$<lower:16>$<hex:32>'],
    counterExamples: ['access_token$'],
  },
  {
    id: 'easypost-key',
    keywords: ['ezak', 'eztk'],
    pattern: /EZ[AT]K[A-Za-z0-9]{54}/y,
    examples: ['EZAK<54>', 'EZTK<54>'],
    counterExamples: ['EZAKIEL'],
  },
]
