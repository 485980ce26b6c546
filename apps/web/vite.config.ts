// Builds the web client into dist/web; in development passes calls and sockets on to the server.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = { target: 'http://127.0.0.1:8080', ws: true }

export default defineConfig({
  root: at('.'),
  plugins: [react()],
  server: {
    port: 5173,
    fs: { allow: [at('../..')] },
    proxy: { '/lfscada': server, '/org': server, '/usual': server },
  },
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // antd is used by nearly every page but the login: one chunk, kept by the browser between our releases.
          groups: [
            { name: 'antd', test: /node_modules[\\/](antd|@ant-design|@rc-component|dayjs|rc-)/, priority: 2 },
            { name: 'frame', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next)[\\/]/, priority: 1 },
          ],
        },
      },
    },
  },
})
