// Accounts with a USB key: each session proves every minute that the key is plugged in, by signing a random text of the
// platform. [S4 Login] [S7 User, Lock device] [S9 Lock check]
import { z } from 'zod'
import { done, get, post } from '../../../contract/endpoint.ts'

export const drawRandom = get('/lfscada/user/random', {
  may: 'signedIn',
  early: true,
  whileLocked: true,
  about: 'Generates a text that the device lock has to sign, valid once, for this session, for a minute.',
  input: z.object({ time: z.string().optional() }),
  output: z.object({ random: z.string() }),
})

export const validLockCert = post('/lfscada/user/validLockCert', {
  may: 'signedIn',
  early: true,
  whileLocked: true,
  about:
    'Shows the device lock: the text that was drawn, a full stop, and the base64 of its signature by the key of the account. Without it a session of an account with a device lock gets no data (1071).',
  input: z.object({ verifyData: z.string().trim().min(1).max(4000) }),
  output: done,
})
