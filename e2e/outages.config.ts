import config from './playwright.config.ts'

const { globalSetup: _, projects: __, ...common } = config

/**
 * Configuration of `npm run outages`: each link of the path is down for minutes, all at the same time, each in a
 * separate world.
 */
export default {
  ...common,
  testMatch: 'outages-long.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 0,
}
