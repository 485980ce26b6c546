// The password of a page, for the calls that save, copy and return pages.
import { hash } from '@node-rs/argon2'
import type { PageId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { loadPassword, putPassword } from './store.ts'

export { hasPass, loadPassword, putPassword } from './store.ts'

/** Applies the password fields of a save: `0` removes the password, `1` sets it, or keeps the current one. */
export async function applyPassword(
  { sight, language }: Pick<ChangeCall, 'sight' | 'language'>,
  id: PageId,
  { checkpwd, password }: { checkpwd?: '0' | '1' | undefined; password?: string | undefined },
): Promise<void> {
  if (checkpwd === '0') await putPassword(sight, id, null)
  if (checkpwd !== '1') return
  if (password) await putPassword(sight, id, await hash(password))
  else if (!(await loadPassword(sight, id))) throw badField('password', 'missing', language)
}
