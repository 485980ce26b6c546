// A call about a device may be about a template; then it requires the keys of templates. Decision 33.
import type { Endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** Maps a permission for devices to the one for templates. Other permissions give no access to templates. */
const ofTemplates: Partial<Record<Permission, Permission>> = {
  'equipment:view': 'template:view',
  'monitor:view': 'template:view',
  'history:view': 'template:view',
  'equipment:edit': 'template:edit',
  'page:edit': 'template:edit',
}

type Asked = Pick<Endpoint, 'may' | 'templates'>

/** Whether these keys allow a call at all; the objects are checked once its input has been read. */
export const mayAsk = ({ may, templates }: Asked, auths: readonly Permission[]): boolean =>
  auths.includes(may) || (templates === true && mayOfTemplate(may, auths))

/** Whether these permission keys allow a call on a template. */
export function mayOfTemplate(may: Permission, auths: readonly Permission[]): boolean {
  const key = ofTemplates[may]
  return key !== undefined && auths.includes(key)
}

/** The key that replaces a device key where a template is shown. */
export const keyOfTemplate = (key: Permission): Permission => ofTemplates[key] ?? key

/** The keys that apply to a call about a template: device keys only where their template key is held. */
export const authsOfTemplate = (auths: readonly Permission[]): Permission[] => [
  ...auths.filter((key) => !(key in ofTemplates)),
  ...(Object.keys(ofTemplates) as Permission[]).filter((key) => mayOfTemplate(key, auths)),
]
