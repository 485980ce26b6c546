// Maps screens to help pages, and searches the help. Pure.
import type { Permission } from '../../../contract/permissions.ts'
import { matches } from '../../../ui/routes.ts'
import type { HelpPage } from './part-source.ts'

/** The help article of each route; the first matching entry is used. */
export const helpOfRoute: readonly (readonly [path: string, key: string])[] = [
  ['/monitor/eg/list', 'devices-live'],
  ['/monitor/eg/group', 'device-groups'],
  ['/monitor/eg/detail/list/{id}/{alarm}', 'device-detail'],
  ['/map', 'map'],
  ['/monitor/gm/ocInfo', 'projects-live'],
  ['/monitor/gm/ocInfo/{ocId}', 'projects-live'],
  ['/monitor/eg/detail/page/{pageId}/{alarm}', 'device-detail'],
  ['/monitor/eg/group/list/{groupId}/{id}', 'device-groups'],
  ['/monitor/alarm', 'alarms'],
  ['/monitor/alarm/told', 'alarms'],
  ['/manage/eg/equipment/list', 'devices'],
  ['/manage/eg/equipment/add', 'devices'],
  ['/manage/eg/equipment/edit/{id}/info', 'devices'],
  ['/manage/eg/equipment/edit/{id}/driver', 'drivers'],
  ['/manage/eg/equipment/edit/{id}/signal', 'variables'],
  ['/manage/eg/equipment/edit/{id}/alarm', 'alarm-rules'],
  ['/manage/eg/equipment/edit/{id}/report', 'history-reports'],
  ['/manage/eg/equipment/edit/{id}/script', 'scripts'],
  ['/manage/eg/gateway', 'gateways'],
  ['/manage/eg/template/list', 'templates'],
  ['/manage/eg/template/add', 'templates'],
  ['/manage/eg/template/edit/{id}/info', 'templates'],
  ['/manage/eg/template/edit/{id}/driver', 'drivers'],
  ['/manage/eg/template/edit/{id}/signal', 'variables'],
  ['/manage/eg/template/edit/{id}/alarm', 'alarm-rules'],
  ['/manage/eg/template/edit/{id}/report', 'history-reports'],
  ['/manage/eg/template/edit/{id}/script', 'scripts'],
  ['/manage/eg/template/rollout/{id}', 'templates'],
  ['/manage/eg/{equipId}/designer/{pageId}', 'drawing'],
  ['/manage/template/{templateId}/designer/{pageId}', 'drawing'],
  ['/manage/project/{projectId}/designer/{pageId}', 'drawing'],
  ['/manage/eg/group', 'device-groups'],
  ['/manage/eg/project/list', 'projects'],
  ['/manage/eg/project/list-operation', 'projects'],
  ['/manage/eg/scene', 'scenes'],
  ['/manage/scene/config/{sceneId}', 'scenes'],
  ['/manage/orgal/enterprise', 'company'],
  ['/manage/orgal/dept', 'roles'],
  ['/manage/orgal/role', 'roles'],
  ['/manage/orgal/log', 'operation-log'],
  ['/manage/account/int', 'accounts'],
  ['/manage/account/ext', 'accounts'],
  ['/manage/account/co', 'company'],
  ['/manage/account/op', 'accounts'],
  ['/manage/account/enroll', 'accounts'],
  ['/manage/organisation/translation', 'translation'],
  ['/manage/api/list', 'api-keys'],
  ['/account/security/keys', 'api-keys'],
  ['/account/config', 'own-settings'],
  ['/account/security/sms', 'security'],
  ['/account/security/nosms', 'security'],
  ['/msg/messageAll', 'own-settings'],
  ['/manage/system/hardware', 'firmware'],
  ['/manage/system/history-quarantine', 'quarantine'],
]

/** The first page for an account: setting up a platform, if it may add gateways or devices, else watching devices. */
export const firstHelp = (may: (permission: Permission) => boolean): string =>
  may('gateway:add') || may('equipment:add') ? 'first-hour' : 'devices-live'

/** The page about a screen, or `first` if there is none. */
export const helpOf = (address: string, first = 'first-hour'): string =>
  helpOfRoute.find(([path]) => matches(path, address))?.[1] ?? first

type HelpHit = { page: HelpPage; excerpt: string }

const around = 60

function excerptOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  const from = Math.max(0, at - around)
  const cut = text.slice(from, from + 3 * around)
  return `${from > 0 ? '… ' : ''}${cut}${from + 3 * around < text.length ? ' …' : ''}`
}

/** Pages that contain every word; matches in titles come first. */
export function searchHelp(pages: readonly HelpPage[], asked: string): HelpHit[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = pages.filter(({ title, text }) => has(`${title} ${text}`))
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))].map((page) => ({
    page,
    excerpt: excerptOf(page.text, words[0]!),
  }))
}
