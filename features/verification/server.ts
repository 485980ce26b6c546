import { type RoomServer, serveOperator } from '../serve.ts'
import { channels, queryOutbox } from './contract.ts'

export default [
  serveOperator(queryOutbox, async (_, { codes }) => ({
    channels: channels.map((channel) => ({ channel, by: codes.by(channel), isFailing: codes.isFailing(channel) })),
    messages: [...(codes.outbox() ?? [])],
  })),
] satisfies RoomServer
