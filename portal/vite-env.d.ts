/// <reference types="vite/client" />

declare module 'virtual:partner-themes.css';
