// Settings of EZVIZ cameras.
import { SetupError } from '../../../db/setup-error.ts'
import { flag, safeUrl, setting } from '../../frame/setting.ts'

/** Hosts and ports of the provider's streams differ by camera and protocol. */
const ezvizSites = ['https://*.ys7.com:*', 'https://*.ezvizlife.com:*']

/**
 * Settings of the provider. `url` replaces the provider's own address. Null: cameras are off, and the provider is never
 * called.
 */
export const ezviz = setting<{ url: string | null } | null>({
  names: ['EZVIZ', 'EZVIZ_URL'],
  read(env) {
    const url = safeUrl(env, 'EZVIZ_URL')
    if (flag(env, 'EZVIZ')) return { url: url && new URL(url).origin }
    if (url !== null) throw new SetupError('EZVIZ', 'EZVIZ_URL goes with EZVIZ=1, which is not set')
    return null
  },
  sites(ezviz) {
    const sites = ezviz === null ? [] : ezviz.url ? [ezviz.url] : ezvizSites
    return { connect: sites, media: sites }
  },
})
