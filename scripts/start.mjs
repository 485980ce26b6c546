import { Stop } from './say.mjs'

/** The demo is for local use: with any of these set, the user is setting up a real platform. */
const REAL = ['HOST', 'DATABASE_URL', 'MQTT_URL']

/**
 * The program that `npm start` runs. Empty settings count as unset.
 * @param {Record<string, string | undefined>} env
 * @returns {'demo' | 'server'}
 */
export function whatToStart(env) {
  const set = REAL.filter((name) => env[name])
  switch (env.DEMO ?? '') {
    case '':
      return set.length === 0 ? 'demo' : 'server'
    case '0':
      return 'server'
    case '1':
      if (set.length === 0) return 'demo'
      throw new Stop(
        `DEMO=1 runs on this machine alone and does not go with ${set.join(', ')}: unset ${set.length === 1 ? 'it' : 'them'}, or set DEMO=0`,
      )
    default:
      throw new Stop(`DEMO is "${env.DEMO}": set it to 1 (demo plant, this machine only) or 0 (empty platform)`)
  }
}
