// Viewers of a project without an account: a visitor by its link, and a wall display.
import type { ProjectId } from '../contract/fields.ts'
import { addDisplay, beginPairing, pairDisplay } from '../features/project/kiosk/contract.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  enterShare,
  renewProjectShareLink,
} from '../features/project/share/contract.ts'
import { type Caller, type TestServer, visitorOf } from './server.ts'

type Of = Pick<TestServer, 'admin' | 'nobody' | 'url'>

/**
 * Shares pages and history of the project, and enters by the link. `mayWrite`: visitors may write the variables that
 * pages write.
 */
export async function visitorOfProject(
  { admin, nobody, url }: Of,
  projectId: ProjectId,
  mayWrite = false,
): Promise<Caller> {
  const password = 'Harbour1'
  await admin.call(editProjectSharePassword, { projectId, sharePwd: password })
  const { token } = await admin.call(renewProjectShareLink, { projectId })
  const menus: ('page' | 'history')[] = ['page', 'history']
  const shown = { isShared: true, topMenu: true, mayWrite, expiresAt: null, ancestors: [], menus }
  await admin.call(editProjectShareAuth, { projectId, ...shown })
  return visitorOf(url, (await nobody.call(enterShare, { token, password })).visit)
}

/** Adds a display that shows all pages, and signs it in by its code. */
export async function displayOfProject({ admin, nobody, url }: Of, projectId: ProjectId): Promise<Caller> {
  const entry = { name: 'KW', pageIds: [], seconds: 9, theme: 'dark' as const, language: 'en' as const }
  const { id } = await admin.call(addDisplay, { projectId, ...entry })
  const { code, secret } = await nobody.call(beginPairing, {})
  await admin.call(pairDisplay, { id, code })
  return visitorOf(url, secret)
}
