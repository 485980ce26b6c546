// What an administrator or the person has set before the journey begins: written into the database of the run's world.
import { Client } from 'pg'
import { runningDatabase } from '../db/embedded-running.ts'

async function query(text: string, values: readonly unknown[]): Promise<void> {
  const database = runningDatabase(process.env.GATEHOUSE_DATA_DIR ?? '')
  const client = new Client({ connectionString: database!.url, options: '-c app.org=*' })
  await client.connect()
  try {
    await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

export const changeAccount = (
  loginname: string,
  { phone, email, mustChoose = false }: { phone?: string; email?: string; mustChoose?: boolean },
): Promise<void> =>
  query('update account set phone = $2, email = $3, change_password = $4 where loginname = $1', [
    loginname,
    phone ?? null,
    email ?? null,
    mustChoose,
  ])

/** The sessions of an account were confirmed long ago. */
export const forgetConfirmation = (loginname: string): Promise<void> =>
  query('update session set confirmed_at = 0 where account_id = (select id from account where loginname = $1)', [
    loginname,
  ])

/** Recoveries begun from this machine ask for no captcha: journeys begin more of them than people do. */
export const forgetRecoveries = (): Promise<void> => query("delete from login_guard where key like 'recovery:%'", [])
