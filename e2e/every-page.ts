// Every page of the rooms, and its address in the demonstration.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { equipmentInfo } from '../features/device/equipment/contract.ts'
import { planRollout, queryRollouts, startRollout } from '../features/device/rollout/contract.ts'
import { queryTemplates } from '../features/device/template/contract.ts'
import { queryQuarantine } from '../features/gateway/quarantine/contract.ts'
import { homePage } from '../features/page/page/contract.ts'
import { addScene, queryScenes } from '../features/page/scene/contract.ts'
import { glbOf } from '../features/page/scene/glb.ts'
import { queryProjects } from '../features/project/project/contract.ts'
import type { PageRoute } from '../ui/routes.ts'
import { setApart } from './apart.ts'
import { idOf, intake } from './scene.ts'
import { expect, type Page } from './test.ts'
import { root } from './world.ts'

const files = readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/routes.ts'))
  .map((file) => join(root, 'features', file))
const declared: { default: readonly PageRoute[] }[] = await Promise.all(files.map((file) => import(file)))
export const pages = [
  ...declared.flatMap((file) => file.default).map(({ path, may }) => ({ path, isPublic: may === 'public' })),
  { path: '/404', isPublic: true },
  // Sections of a page that have an address of their own.
  ...[
    'device',
    'gateway',
    'command',
    'history&range=30d',
    'history&range=30d&view=table',
    'curve',
    'alarm',
    'log',
    'track',
    'realTime&at=now',
  ].map((tab) => ({
    path: `/monitor/eg/detail/list/{id}/{alarm}?tab=${tab}`,
    isPublic: false,
  })),
  { path: '/monitor/eg/list?view=cards', isPublic: false },
  { path: '/manage/eg/project/list?view=cards', isPublic: false },
  { path: '/manage/eg/template/list?view=cards', isPublic: false },
  { path: '/manage/eg/equipment/edit/{id}/report?add=summary', isPublic: false },
  { path: '/manage/system/history-quarantine?state=relanded', isPublic: false },
  { path: '/manage/system/history-quarantine?id={kept}', isPublic: false },
]

export async function addressOf(path: string, platform: Client): Promise<string> {
  const isOfTemplate = /\/template\//.test(path)
  if (path === '/manage/eg/template/rollout/{id}') return path.replace('{id}', String(await rolledOut(platform)))
  const id = isOfTemplate ? (await platform(queryTemplates, {}))[0]!.id : await idOf(platform, intake)
  const group = path.includes('{groupId}') ? (await platform(equipmentInfo, { id: id as EquipmentId })).groupId : null
  const [project] = /\{(projectId|ocId)\}/.test(path) ? await platform(queryProjects, {}) : []
  const ofProject = project && { projectId: project.id }
  const page = path.includes('{pageId}')
    ? await platform(homePage, ofProject ?? { equipmentId: id as EquipmentId })
    : null
  const kept = path.includes('quarantine') ? await keptApart(platform) : null
  const scene = path.includes('{sceneId}') ? await someScene(platform) : null
  // A past moment with stored history: the demo generates its past from the oldest day on.
  const moment = String(Date.now() - 3 * 86_400_000)
  return path
    .replace('at=now', `at=${moment}`)
    .replace('{id}', String(id))
    .replace(/\{equipId\}|\{templateId\}/, String(id))
    .replace('{groupId}', String(group))
    .replace('{kept}', String(kept))
    .replace('{sceneId}', String(scene))
    .replace(/\{projectId\}|\{ocId\}/, String(project?.id))
    .replace('{pageId}', String(page?.id))
    .replace('{alarm}', '0')
    .replace('{type}', 'tel')
}

/** Number of a rollout; the first caller starts it, to devices without gateways. */
async function rolledOut(platform: Client): Promise<number> {
  const templateId = (await platform(queryTemplates, {}))[0]!.id
  const known = (await platform(queryRollouts, { templateId })).rows[0]
  if (known) return known.id
  const { devices, templateVersion } = await platform(planRollout, { templateId })
  const equipmentIds = devices.flatMap(({ sn, equipmentId }) => (sn === null ? [equipmentId] : []))
  const settings = { canary: 1, waveSize: 10, waitS: 600, stopShare: 20, watchS: 60, rollBack: true }
  return (await platform(startRollout, { templateId, templateVersion, equipmentIds, ...settings })).id
}

/** The number of a 3D scene; the first call adds one. */
async function someScene(platform: Client): Promise<number> {
  const model = glbOf([{ name: 'Well', shape: 'box', size: [2, 2, 2], at: [0, 0, 0], colour: [0.2, 0.4, 0.6] }])
  const [first] = await platform(queryScenes, {})
  return (first ?? (await platform(addScene, { name: 'Well', model: model.toString('base64') }))).id
}

/** The number of a message in quarantine; the first call adds one. */
async function keptApart(platform: Client): Promise<number> {
  const first = async () => (await platform(queryQuarantine, { reason: 'foreignColumn' })).rows[0]
  return (await first())?.id ?? (await setApart(platform).then(first))!.id
}

/** Waits until nothing is loading or opening any more, and the fonts have loaded. */
export async function settled(page: Page): Promise<void> {
  // Every page has a heading of its own, also a page that is refused; the navigation has only lower ones. The first page
  // of a new browser loads all code, which takes longer on a busy machine.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.skeleton, .row-skeleton, .phase-loading, [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Runs in the page: waits for two frames after a resize and for the animations that it started. */
export async function stillness(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const moving = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
}
