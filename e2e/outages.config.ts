import config from './playwright.config.ts'

const { globalSetup: _, projects: __, ...common } = config

/** `npm run outages`: each link of the path down for minutes, all at the same time, each in a world of its own. */
export default {
  ...common,
  testMatch: 'outages-long.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 0,
}
