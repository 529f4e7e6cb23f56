// swift-tools-version:5.9
import PackageDescription

// On Apple's systems the library comes as an XCFramework (xcframework.sh); on Linux, for the tests, as
// libwardlight_mobile.so of the Rust build (../test.sh).
#if os(Linux)
    let native: Target = .systemLibrary(name: "WardlightFFI", path: "Sources/WardlightFFI")
#else
    let native: Target = .binaryTarget(name: "WardlightFFI", path: "WardlightFFI.xcframework")
#endif

let package = Package(
    name: "Wardlight",
    platforms: [.iOS(.v13), .macOS(.v10_15)],
    products: [.library(name: "Wardlight", targets: ["Wardlight"])],
    targets: [
        native,
        .target(
            name: "WardlightNative",
            dependencies: ["WardlightFFI"],
            linkerSettings: [.linkedLibrary("wardlight_mobile", .when(platforms: [.linux]))]
        ),
        .target(name: "Wardlight", dependencies: ["WardlightNative"]),
        .testTarget(name: "WardlightTests", dependencies: ["Wardlight"]),
    ]
)
