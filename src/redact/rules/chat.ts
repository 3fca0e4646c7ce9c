import type { Rule } from '../rule.ts'

export const chat: readonly Rule[] = [
  {
    id: 'slack-token',
    keywords: [
      'xoxa-',
      'xoxb-',
      'xoxc-',
      'xoxd-',
      'xoxe-',
      'xoxe.',
      'xoxo-',
      'xoxp-',
      'xoxr-',
      'xoxs-',
      'xapp-',
      'xwfp-',
    ],
    pattern: /(?:xox[abcdeoprs]|xapp|xwfp)[-.](?=[A-Za-z0-9%.-]{0,30}\d)[A-Za-z0-9%._+/=-]{10,500}/y,
    examples: [
      'xoxb-<digit:12>-<digit:12>-<24>',
      'xoxp-<digit:12>-<digit:12>-<digit:12>-<hex:32>',
      'xapp-1-A<upper:10>-<digit:13>-<hex:64>',
      'xoxe.xoxp-1-<80>',
      'xoxd-<40>%2B<20>%3D',
    ],
    counterExamples: ['xoxb-', 'xoxb-your-token', 'xapp-token'],
  },
  {
    id: 'slack-webhook',
    keywords: ['hooks.slack.com'],
    pattern: /(hooks\.slack\.com\\?\/(?:services|workflows|triggers)\\?\/)[A-Za-z0-9+/\\_-]{20,120}/y,
    examples: ['https://hooks.slack.com/services/T<upper:8>/B<upper:8>/<24>'],
    counterExamples: ['https://hooks.slack.com/services/', 'https://hooks.slack.com/services/T000/B000'],
  },
  {
    id: 'discord-webhook',
    keywords: ['/api/webhooks/', '/api\\/webhooks\\/'],
    pattern: /(\/api\\?\/webhooks\\?\/)\d{10,20}\\?\/[A-Za-z0-9_-]{30,100}/y,
    examples: ['https://discord.com/api/webhooks/<digit:18>/<url:68>'],
    counterExamples: ['POST /api/webhooks/github', 'app.get("/api/webhooks/:id")'],
  },
  {
    id: 'telegram-bot-token',
    keywords: [':aa'],
    pattern: /(?<=(?<!\d)\d{8,10}):AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])/y,
    examples: ['6049382716:AA<url:33>', 'https://api.telegram.org/bot604938271:AA<url:33>/getMe'],
    counterExamples: ['12:AA', 'MAC 00:AA:BB:CC:DD:EE'],
  },
  {
    id: 'teams-webhook',
    keywords: ['.webhook.office.com'],
    pattern:
      /(\.webhook\.office\.com\/webhookb2\/)[a-z0-9@-]{36,80}\/IncomingWebhook\/[A-Za-z0-9/-]{32,120}/y,
    examples: ['https://acme.webhook.office.com/webhookb2/<uuid>@<uuid>/IncomingWebhook/<hex:32>/<uuid>'],
    counterExamples: ['https://acme.webhook.office.com/'],
  },
]
