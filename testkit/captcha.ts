// The captcha that is shown to a stranger, read in the database, with its work made easy.
import { showVcode } from '../features/people/login/contract.ts'
import type { TestServer } from './server.ts'

export async function captchaFor(
  { nobody, platform: { db } }: TestServer,
  of: 'enroll' | 'register' | 'recovery',
): Promise<{ vcode: string; work: string }> {
  const { work } = await nobody.call(showVcode, { of })
  const { captcha } = await db
    .updateTable('loginGuard')
    .set({ workBits: 0 })
    .where('work', '=', work!.challenge)
    .returning('captcha')
    .executeTakeFirstOrThrow()
  return { vcode: captcha!, work: '0' }
}
