// Sends e-mail by SMTP. [RFC 5321]
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { limits } from '../../../contract/limits.ts'
import type { Provider } from './messenger.ts'

type SmtpSettings = { url: string; from: string }

/** Opens a connection for each message: messages are rare, and servers close idle connections. */
export function smtpProvider({ url, from }: SmtpSettings): Provider {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  return async ({ to, subject, text, id }, signal) => {
    const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 465 : 587) }
    const transport = createTransport({
      ...place,
      // Our own socket: closing a transport does not abort a connection in progress, and a server may answer forever.
      getSocket: (_options, done) => {
        const socket = connect({ ...place, signal })
        socket.once('error', (error) => done(error, undefined))
        socket.once('connect', () => done(null, { connection: socket }))
      },
      secure,
      ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
      // A password is not sent over an unencrypted connection, unless the setting allows it.
      requireTLS: !secure && username !== '' && searchParams.get('tls') !== 'off',
      ignoreTLS: searchParams.get('tls') === 'off',
      connectionTimeout: limits.messageMs,
      greetingTimeout: limits.messageMs,
      socketTimeout: limits.messageMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    signal.addEventListener('abort', () => transport.close(), { once: true })
    try {
      // With the same id, a mailbox shows a repeated message only once.
      const messageId = id && `<${id}@${domainOf(from)}>`
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(messageId ? { messageId } : {}),
      })
    } finally {
      transport.close()
    }
  }
}

/** The domain of a sender: `Gatehouse <no-reply@plant.example>` → plant.example. */
const domainOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'gatehouse'
