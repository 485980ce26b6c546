// Readiness of the platform, for load balancers and orchestrators. The database is queried at most once a second, for
// any number of requests.

type Readiness = { ok: boolean; database: boolean; broker: boolean; historian: boolean }

type Needs = {
  /** Runs a short query to check that the database answers. */
  askDatabase(): Promise<unknown>
  isBrokerUp(): boolean
  isHistorianUp(): boolean
}

/** Validity of an answer of the database, and the time limit for it. */
const freshMs = 1000
const patienceMs = 2000

/** Returns a function that reports readiness. It never throws and never takes longer than the time limit. */
export function createReadiness(needs: Needs): () => Promise<Readiness> {
  let asked: Promise<boolean> | undefined
  const ask = (): Promise<boolean> => {
    const answer = needs.askDatabase().then(
      () => true,
      () => false,
    )
    // The answer stays cached for a while, so that at most one query is in progress, even a slow one.
    void answer.then(() => setTimeout(() => (asked = undefined), freshMs).unref())
    return answer
  }
  return async () => {
    asked ??= ask()
    const database = await Promise.race([asked, lateAnswer()])
    const [broker, historian] = [needs.isBrokerUp(), needs.isHistorianUp()]
    return { ok: database && broker && historian, database, broker, historian }
  }
}

const lateAnswer = (): Promise<boolean> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), patienceMs).unref()
  })
