// The demo's project is shared with whoever has the link that the demo prints: no account is needed to look at it.
import { join } from 'node:path'
import { queryProjects } from '../../features/project/project/contract.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  projectShareInfo,
  renewProjectShareLink,
} from '../../features/project/share/contract.ts'
import type { Client } from './client.ts'
import { readJson, writeJson } from './json-file.ts'

export type PublicLink = { path: string; password: string }

/** Of a platform that only this machine reaches. */
const password = 'Water2026'

/**
 * Shares the first project at the first start. Afterwards the same link, as long as the project is shared by it: the platform
 * answers a link once, so it is kept beside the plant's state. Nothing if sharing was ended, or a link was drawn by hand.
 */
export async function publicLink(call: Client, dataDir: string): Promise<PublicLink | null> {
  const [project] = await call(queryProjects, {})
  if (!project) return null
  const projectId = project.id
  const file = join(dataDir, 'share.json')
  const kept = await readJson<PublicLink>(file)
  const { isShared, hasLink, topMenu, expiresAt, ancestors } = await call(projectShareInfo, { projectId })
  if (kept) return isShared ? kept : null
  if (hasLink) return null
  await call(editProjectSharePassword, { projectId, sharePwd: password })
  const { token } = await call(renewProjectShareLink, { projectId })
  const menus: ('page' | 'history')[] = ['page', 'history']
  await call(editProjectShareAuth, { projectId, isShared: true, topMenu, menus, expiresAt, ancestors })
  const made = { path: `/share/${token}`, password }
  await writeJson(file, made)
  return made
}
