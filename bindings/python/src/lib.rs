//! `wardlight._native`: the flat surface of `wardlight-bindings` for CPython.
//!
//! Bodies come in as UTF-8 JSON, answers leave as JSON text; `python/wardlight` gives them types. The interpreter lock
//! is released while the library works, and every error is raised as the class of its kind.

mod functions;
mod lent;

use pyo3::prelude::*;
use pyo3::types::PyModule;
use wardlight_bindings::{Code, Error, Issuer, Key, OffsetUnit, Result};

const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// A screener; threads share it.
#[pyclass(frozen, module = "wardlight._native")]
struct Engine(wardlight_bindings::Engine);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (settings = None, ocr = None, speech = None))]
    fn new(
        py: Python<'_>,
        settings: Option<&[u8]>,
        ocr: Option<Py<PyAny>>,
        speech: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let built = run(py, || wardlight_bindings::Engine::new(settings.map(text).transpose()?, UNIT))?;
        Ok(Engine(built.lending(lent::recognisers(ocr, speech))))
    }

    fn screen(&self, py: Python<'_>, detector: &str, body: &[u8]) -> PyResult<String> {
        run(py, || self.0.screen(detector, text(body)?))
    }

    fn screen_multi(&self, py: Python<'_>, body: &[u8]) -> PyResult<String> {
        run(py, || self.0.screen_multi(text(body)?))
    }

    #[pyo3(signature = (body, cancel = None))]
    fn screen_batch(&self, py: Python<'_>, body: &[u8], cancel: Option<&CancelToken>) -> PyResult<String> {
        let cancel = cancel.map(|token| token.0.clone()).unwrap_or_default();
        run(py, || self.0.screen_batch_until(text(body)?, &cancel))
    }

    fn screen_continued(
        &self,
        py: Python<'_>,
        detector: &str,
        body: &[u8],
        keys: Vec<Key>,
        api_key_hash: &str,
        now_unix_s: u64,
    ) -> PyResult<String> {
        let issuer = Issuer { keys: &keys, api_key_hash, now_unix_s };
        run(py, || self.0.screen_continued(detector, text(body)?, &issuer))
    }

    fn observe(&self, py: Python<'_>, detector: &str, body: &[u8]) -> PyResult<String> {
        run(py, || self.0.observe(detector, text(body)?))
    }

    #[pyo3(signature = (body, detector = None))]
    fn action_plan(&self, py: Python<'_>, body: &[u8], detector: Option<&str>) -> PyResult<String> {
        run(py, || self.0.action_plan(text(body)?, detector))
    }

    fn incident_report(&self, py: Python<'_>, body: &[u8], detectors: Vec<String>) -> PyResult<String> {
        run(py, || self.0.incident_report(text(body)?, &detectors))
    }

    fn recognise_text(&self, py: Python<'_>, image: &[u8]) -> PyResult<String> {
        run(py, || self.0.recognise_text(image))
    }

    /// `samples` are 32-bit floats in the byte order of the machine.
    fn recognise_speech(&self, py: Python<'_>, samples: &[u8], rate: u32) -> PyResult<String> {
        let (samples, _) = samples.as_chunks();
        let samples: Vec<f32> = samples.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect();
        run(py, || self.0.recognise_speech(&samples, rate))
    }

    #[getter]
    fn model_version(&self) -> Option<&str> {
        self.0.model_version()
    }

    #[getter]
    fn batch_items(&self) -> usize {
        self.0.batch_items()
    }
}

/// Stops a batch between its items.
#[pyclass(frozen, module = "wardlight._native")]
#[derive(Default)]
struct CancelToken(wardlight_bindings::CancelToken);

#[pymethods]
impl CancelToken {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn cancel(&self) {
        self.0.cancel();
    }

    #[getter]
    fn cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Works without the interpreter lock, and raises what went wrong.
fn run<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    py.detach(work).map_err(|error| raised(py, &error))
}

fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|_| Error::new(Code::MalformedJson, "the body is not UTF-8"))
}

/// The exception of an error's kind; Python's own where the package cannot be found.
fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let code = error.code();
        let make = py.import("wardlight._errors")?.getattr("from_table")?;
        let exception = make.call1((code.detail(), error.to_string()))?;
        Ok(PyErr::from_value(exception))
    };
    made().unwrap_or_else(|failed| failed)
}

/// Native module of the package `wardlight`; use the package.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // Rust prints the words of a panic, which may hold content. The library answers with an error instead.
    std::panic::set_hook(Box::new(|_| {}));
    module.add_class::<Engine>()?;
    module.add_class::<CancelToken>()?;
    functions::add(module)
}
