// What sends e-mail and SMS, and calls by phone, by the settings.
import type { Logger } from 'pino'
import { createMessenger, type Messenger } from '../../features/platform/verification/messenger.ts'
import { callProvider } from '../../features/platform/verification/signed-call.ts'
import { smtpProvider } from '../../features/platform/verification/smtp.ts'
import { twilioProvider } from '../../features/platform/verification/twilio.ts'
import type { MessageConfig } from './config.ts'

/** An address of one's own is preferred to Twilio. */
export function openMessenger(settings: MessageConfig, now: () => number, log: Logger): Messenger {
  const { smtp, sms, phone, twilio, hasOutbox } = settings
  const spoken = (own: typeof sms, what: 'sms' | 'phone') => {
    if (own) return { [what]: callProvider(own, now) }
    return twilio ? { [what]: twilioProvider(twilio, what) } : {}
  }
  return createMessenger({
    providers: { ...(smtp ? { email: smtpProvider(smtp) } : {}), ...spoken(sms, 'sms'), ...spoken(phone, 'phone') },
    hasOutbox,
    now,
    // Not to whom: the log is read by more people than the message.
    log: (channel, error) => log.warn({ channel, error: String(error) }, 'a message could not be sent'),
  })
}
