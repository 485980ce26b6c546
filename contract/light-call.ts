// A call by its path alone, for the login page: a contract would load zod, which is larger than the page. A test
// compares each with its contract.
import type { Endpoint } from './endpoint.ts'

export const postTo = <E extends Endpoint>(path: string): E => {
  const sent: Pick<Endpoint, 'method' | 'path' | 'accepts'> = { method: 'POST', path, accepts: ['json', 'form'] }
  return sent as E
}
