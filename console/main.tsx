import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import './app.css';
import { routes } from './routes.tsx';
import { queryClient } from './session/query-client.ts';
import { applyTheme } from './shell/theme.ts';

applyTheme();
const router = createBrowserRouter(routes, { basename: '/console' });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* With transitions, `useNavigation` tells of a navigation within the press that begins it. */}
      <RouterProvider router={router} useTransitions />
    </QueryClientProvider>
  </StrictMode>,
);
