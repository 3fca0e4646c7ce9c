import type { Rule } from '../rule.ts'
import { isMade } from '../secret-value.ts'

export const models: readonly Rule[] = [
  {
    id: 'anthropic-key',
    keywords: ['sk-ant-'],
    pattern: /sk-ant-(?=[A-Za-z0-9_-]{0,40}\d)[A-Za-z0-9_-]{20,200}/y,
    examples: ['sk-ant-api03-<url:93>AA', 'sk-ant-admin01-<url:93>AA', 'sk-ant-oat01-<url:80>'],
    counterExamples: ['sk-ant-...', 'sk-ant-your-key-goes-in-here-please'],
  },
  {
    id: 'openai-key',
    keywords: ['sk-'],
    pattern:
      /sk-(?!ant-)(?:(?:proj|svcacct|admin|or-v1|None|lf|service)-[A-Za-z0-9_-]{20,300}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|[A-Za-z0-9]{32,128}(?![A-Za-z0-9_-]))/y,
    accepts: isMade,
    examples: [
      'sk-<20>T3BlbkFJ<20>',
      'sk-proj-<url:74>T3BlbkFJ<url:74>',
      'sk-svcacct-<url:58>T3BlbkFJ<url:58>',
      'sk-or-v1-<hex:64>',
      'sk-<48>',
    ],
    counterExamples: ['sk-...', 'task-runner', 'sk-proj-xxxx', 'risk-assessment-of-the-whole-project'],
  },
  {
    id: 'hugging-face-token',
    keywords: ['hf_', 'api_org_'],
    pattern: /(?:hf_[A-Za-z0-9]{30,64}|api_org_[A-Za-z0-9]{34})(?![A-Za-z0-9_])/y,
    accepts: (secret) => /[A-Z]/.test(secret) && /[a-z]/.test(secret),
    examples: ['hf_<alpha:34>', 'hf_<34>'],
    counterExamples: ['hf_hub_download', 'hf_model', 'self_test'],
  },
  {
    id: 'groq-key',
    keywords: ['gsk_'],
    pattern: /gsk_[A-Za-z0-9]{40,64}/y,
    examples: ['gsk_<52>'],
    counterExamples: ['gsk_', 'gsk_test'],
  },
  {
    id: 'xai-key',
    keywords: ['xai-'],
    pattern: /xai-[A-Za-z0-9]{60,90}/y,
    examples: ['xai-<80>'],
    counterExamples: ['xai-grok', 'xai-'],
  },
  {
    id: 'perplexity-key',
    keywords: ['pplx-'],
    pattern: /pplx-[A-Za-z0-9]{32,64}/y,
    examples: ['pplx-<48>'],
    counterExamples: ['pplx-7b-online', 'pplx-70b-chat'],
  },
  {
    id: 'replicate-token',
    keywords: ['r8_'],
    pattern: /r8_[A-Za-z0-9]{32,48}/y,
    examples: ['r8_<37>'],
    counterExamples: ['utf_r8_x', 'r8_'],
  },
  {
    id: 'langchain-key',
    keywords: ['lsv2_'],
    pattern: /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/y,
    examples: ['lsv2_pt_<hex:32>_<hex:10>'],
    counterExamples: ['lsv2_pt_'],
  },
  {
    id: 'fireworks-key',
    keywords: ['fw_'],
    pattern: /fw_[A-Za-z0-9]{22,32}(?![A-Za-z0-9_])/y,
    accepts: isMade,
    examples: ['fw_<24>'],
    counterExamples: ['fw_version', 'fw_updateCheckInterval'],
  },
  {
    id: 'tavily-key',
    keywords: ['tvly-'],
    pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,48}/y,
    examples: ['tvly-<32>', 'tvly-dev-<32>'],
    counterExamples: ['tvly-python'],
  },
  {
    id: 'nvidia-key',
    keywords: ['nvapi-'],
    pattern: /nvapi-[A-Za-z0-9_-]{50,90}/y,
    examples: ['nvapi-<url:64>'],
    counterExamples: ['nvapi-sdk'],
  },
]
