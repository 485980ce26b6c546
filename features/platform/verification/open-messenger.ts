// Opens the providers of e-mail, SMS and phone calls that the settings name.
import type { LinkLog } from '../../../signal/cloud/link.ts'
import { createMessenger, type Messenger } from './messenger.ts'
import type { MessageConfig } from './settings.env.ts'
import { callProvider } from './signed-call.ts'
import { smtpProvider } from './smtp.ts'
import { twilioProvider } from './twilio.ts'

/** A service of the operator has priority over Twilio. */
export function openMessenger(settings: MessageConfig, now: () => number, log: LinkLog): Messenger {
  const { smtp, sms, phone, twilio, hasOutbox } = settings
  const spoken = (own: typeof sms, what: 'sms' | 'phone') => {
    if (own) return { [what]: callProvider(own, now) }
    return twilio ? { [what]: twilioProvider(twilio, what) } : {}
  }
  return createMessenger({
    providers: { ...(smtp ? { email: smtpProvider(smtp) } : {}), ...spoken(sms, 'sms'), ...spoken(phone, 'phone') },
    hasOutbox,
    now,
    // The log does not contain the recipient, because more people can read the log than the message.
    log: (channel, error) => log.warn({ channel, error: String(error) }, 'a message could not be sent'),
  })
}
