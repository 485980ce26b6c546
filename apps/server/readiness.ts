// Whether the platform can do its work just now: what a load balancer or an orchestrator asks every few seconds, and
// anybody else as often as he likes. The database is asked at most once a second, whoever asks us.

export type Readiness = { ok: boolean; database: boolean; broker: boolean; historian: boolean }

type Needs = {
  /** Any question that the database answers at once. */
  askDatabase(): Promise<unknown>
  isBrokerUp(): boolean
  isHistorianUp(): boolean
}

/** How long an answer of the database holds, and how long it is waited for. */
const freshMs = 1000
const patienceMs = 2000

/** A function that tells. It never throws and never takes longer than the patience. */
export function createReadiness(needs: Needs): () => Promise<Readiness> {
  let asked: Promise<boolean> | undefined
  const ask = (): Promise<boolean> => {
    const answer = needs.askDatabase().then(
      () => true,
      () => false,
    )
    // Forgotten some time after it came, so that at most one question is under way, however long it takes.
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
