// Rows that an administrator or a user would have created before the journey starts: written into the run's database.
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

/** Makes the password confirmation of the account's sessions expire. */
export const forgetConfirmation = (loginname: string): Promise<void> =>
  query('update session set confirmed_at = 0 where account_id = (select id from account where loginname = $1)', [
    loginname,
  ])

/** Removes the limit of recoveries from this machine: journeys start more of them than people do. */
export const forgetRecoveries = (): Promise<void> => query("delete from login_guard where key like 'recovery:%'", [])
