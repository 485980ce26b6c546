// What sends e-mail and SMS, by the settings.
import type { Logger } from 'pino'
import { createMessenger, type Messenger } from '../../features/verification/messenger.ts'
import { smsProvider } from '../../features/verification/sms.ts'
import { smtpProvider } from '../../features/verification/smtp.ts'
import type { MessageConfig } from './config.ts'

export const openMessenger = ({ smtp, sms, hasOutbox }: MessageConfig, now: () => number, log: Logger): Messenger =>
  createMessenger({
    providers: { ...(smtp ? { email: smtpProvider(smtp) } : {}), ...(sms ? { sms: smsProvider(sms, now) } : {}) },
    hasOutbox,
    now,
    // Not to whom: the log is read by more people than the message.
    log: (channel, error) => log.warn({ channel, error: String(error) }, 'a message could not be sent'),
  })
