import { type RoomServer, serve } from '../serve.ts'
import { queryOperations, queryOperationsOfObject } from './contract.ts'
import { loadOperations } from './store.ts'

export default [
  serve(queryOperationsOfObject, (filter, { org }) => loadOperations(org, filter)),
  serve(queryOperations, (filter, { org }) => loadOperations(org, filter)),
] satisfies RoomServer
