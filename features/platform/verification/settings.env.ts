// The services that send e-mail and SMS and make phone calls (docs/messages.md).
import { SetupError } from '../../../db/setup-error.ts'
import { type Env, safeUrl, setting, signedCall, textOf, url } from '../../frame/setting.ts'

export type MessageConfig = {
  smtp: { url: string; from: string } | null
  /** Services of the operator, called with a signature. */
  sms: { url: string; secret: string } | null
  phone: { url: string; secret: string } | null
  /** Twilio for SMS and phone calls, if the plant has no service of its own. */
  twilio: { url: string; account: string; token: string; from: string } | null
  /** Stores messages without a provider for the administrator to read: in development only, never with real users. */
  hasOutbox: boolean
}

export const messageServices = setting<MessageConfig>({
  names: [
    ...['SMTP_URL', 'SMTP_FROM', 'SMS_URL', 'SMS_SECRET', 'PHONE_URL', 'PHONE_SECRET'],
    ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_URL', 'PUBLIC_URL', 'NODE_ENV'],
  ],
  read(env) {
    const smtp = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
    const from = textOf(env, 'SMTP_FROM')
    if (smtp && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from))
      throw new SetupError(
        'SMTP_FROM',
        'SMTP_FROM must be the sender of e-mails, such as Gatehouse <no-reply@plant.example>',
      )
    return {
      smtp: smtp ? { url: smtp, from } : null,
      sms: signedCall(env, 'SMS', url(env, 'SMS_URL', ['http:', 'https:'])),
      phone: signedCall(env, 'PHONE', url(env, 'PHONE_URL', ['http:', 'https:'])),
      twilio: twilioOf(env),
      hasOutbox: textOf(env, 'PUBLIC_URL') === '' && textOf(env, 'NODE_ENV') !== 'production',
    }
  },
})

function twilioOf(env: Env): MessageConfig['twilio'] {
  const account = textOf(env, 'TWILIO_ACCOUNT_SID')
  if (!account) return null
  const token = textOf(env, 'TWILIO_AUTH_TOKEN')
  if (!token) throw new SetupError('TWILIO_AUTH_TOKEN', 'TWILIO_AUTH_TOKEN must be set with TWILIO_ACCOUNT_SID')
  const from = textOf(env, 'TWILIO_FROM')
  if (!/^\+[1-9]\d{6,14}$/.test(from))
    throw new SetupError('TWILIO_FROM', 'TWILIO_FROM must be the number that sends and calls, such as +15005550006')
  return { url: safeUrl(env, 'TWILIO_URL')?.replace(/\/+$/, '') ?? 'https://api.twilio.com', account, token, from }
}
